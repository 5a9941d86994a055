import type { Notice, NoticeKind } from '@answerable/contracts/notifications'
import type { Subjects } from '../subjects/subjects.ts'
import type { NoticeRow } from './store.ts'

/** The businesses whose names a notice shows. */
export const businessesOf = ({
  followKind,
  followKey,
  businessId,
}: Pick<NoticeRow, 'followKind' | 'followKey' | 'businessId'>): (string | null)[] => [
  followKind === 'business' ? followKey : null,
  businessId,
]

/** Notices of decisions on what the member wrote. */
const onOwn: ReadonlySet<NoticeKind> = new Set(['decision', 'appeal'])

/** Adds the names and texts as they are now, if the member may see them. */
export const describeNotice = (row: NoticeRow, subjects: Subjects): Notice => ({
  id: row.id,
  kind: row.kind,
  createdAt: row.createdAt.toISOString(),
  unread: !row.read,
  submissionId: row.submissionId,
  submission: submissionOf(row, subjects),
  comment: commentOf(row, subjects),
  follow: followOf(row, subjects),
  business: subjects.business(row.businessId),
  outcome: row.outcome,
  reasonCode: row.reasonCode,
  milestone:
    row.milestoneKind === null || row.milestoneValue === null
      ? null
      : { kind: row.milestoneKind, value: row.milestoneValue },
})

/** Members report updates about the submissions of others, and propose alternatives there. */
const isOnOthers = (outcome: NoticeRow['outcome']): boolean =>
  outcome?.startsWith('update-') === true || outcome?.startsWith('alternative-') === true

/** Authors may see their own submission after its removal; authors of comments on it may not. */
const submissionOf = (row: NoticeRow, subjects: Subjects): Notice['submission'] => {
  const isOwn = onOwn.has(row.kind) && row.commentId === null && !isOnOthers(row.outcome)
  if (!isOwn) return subjects.publicSubmission(row.submissionId)
  const own = subjects.submission(row.submissionId)
  return own === null ? null : { id: own.id, targetName: own.targetName }
}

const commentOf = ({ commentId }: NoticeRow, subjects: Subjects): Notice['comment'] => {
  const comment = subjects.comment(commentId)
  if (comment === null) return null
  const { id, excerpt, author } = comment
  return { id, excerpt, author }
}

const followOf = ({ followKind, followKey }: NoticeRow, subjects: Subjects): Notice['follow'] =>
  followKind === null || followKey === null
    ? null
    : {
        kind: followKind,
        key: followKey,
        business: followKind === 'business' ? subjects.business(followKey) : null,
      }
