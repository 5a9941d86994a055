import type { FollowKind } from '@answerable/contracts/follows'
import type { NoticeKind, NoticeOutcome } from '@answerable/contracts/notifications'
import { type Db, onlyRow } from '@answerable/service-kit/db'

export type NoticeRow = {
  id: number
  kind: NoticeKind
  createdAt: Date
  read: boolean
  submissionId: string | null
  commentId: string | null
  businessId: string | null
  followKind: FollowKind | null
  followKey: string | null
  outcome: NoticeOutcome | null
  reasonCode: string | null
  milestoneKind: 'score' | 'comments' | null
  milestoneValue: number | null
}

export const noticeColumns = `occurrences.id, notices.kind, created_at AS "createdAt", read,
  submission_id AS "submissionId", comment_id AS "commentId",
  business_id AS "businessId", follow_kind AS "followKind",
  follow_key AS "followKey", outcome, reason_code AS "reasonCode",
  milestone_kind AS "milestoneKind", milestone_value AS "milestoneValue"`

const maxCounted = 10_000

/** A page of a member's notices, newest first, with their number and that of the unread ones. */
export const readNotices = async (
  db: Db,
  userId: string,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: NoticeRow[]; total: number; unread: number }> => {
  const { rows } = await db.query<NoticeRow>(
    `SELECT ${noticeColumns}
     FROM (
       SELECT * FROM notices WHERE user_id = $1 ORDER BY occurrence_id DESC LIMIT $2 OFFSET $3
     ) AS notices
     JOIN occurrences ON occurrences.id = occurrence_id
     ORDER BY occurrence_id DESC`,
    [userId, limit, (page - 1) * limit],
  )
  const { rows: counted } = await db.query<{ total: number; unread: number }>(
    `SELECT
       (SELECT count(*) FROM (
         SELECT FROM notices WHERE user_id = $1 LIMIT ${maxCounted}) AS own) AS total,
       coalesce((SELECT unread FROM members WHERE user_id = $1), 0) AS unread`,
    [userId],
  )
  return { rows, ...onlyRow(counted) }
}
