import type { FlagReason } from '@answerable/contracts/flags'
import { type FlagReport, queueFlagLimit, reviewFlagLimit } from '@answerable/contracts/review'
import type { FlaggedSubmission, pageQueue } from '@answerable/contracts/review-internal'
import type { RouteRequest, RouteResponse } from '@answerable/contracts/route'
import { type Db, onlyRow } from '@answerable/service-kit/db'
import { type AdminRow, adminColumns, adminJoins, adminSubmissionOf } from './rows.ts'

type QueueRequest = RouteRequest<typeof pageQueue>['body']

/** Most flags first, then oldest: the order of the index submissions_queue. */
const order = 'flag_count DESC, created_at, id'

/** A page of the flagged and other pending submissions, with the open flags of each, newest first. */
export const readQueuePage = async (
  db: Db,
  { alsoIds, page, limit }: QueueRequest,
): Promise<RouteResponse<typeof pageQueue>> => {
  const last = page * limit
  const { rows } = await db.query<AdminRow>(
    `WITH page AS (
       SELECT id FROM (
         (SELECT id, flag_count, created_at FROM submissions
          WHERE approved AND flag_count > 0 ORDER BY ${order} LIMIT $2)
         UNION ALL
         (SELECT id, flag_count, created_at FROM submissions
          WHERE id = ANY ($1) AND NOT (approved AND flag_count > 0) ORDER BY ${order} LIMIT $2)
       ) AS waiting ORDER BY ${order} LIMIT $3 OFFSET $2 - $3
     )
     SELECT ${adminColumns} FROM page JOIN submissions USING (id) ${adminJoins}
     ORDER BY ${order}`,
    [alsoIds, last, limit],
  )
  const flags = await readFlags(db, {
    submissionIds: rows.map(({ id }) => id),
    state: 'open',
    limit: queueFlagLimit,
  })
  return {
    submissions: rows.map((row) => ({
      ...adminSubmissionOf(row),
      flags: flags.get(row.id) ?? [],
    })),
    total: await countQueue(db, alsoIds),
  }
}

const countQueue = async (db: Db, alsoIds: readonly string[]): Promise<number> => {
  const { rows } = await db.query<{ total: number }>(
    `SELECT (SELECT count(*) FROM submissions WHERE approved AND flag_count > 0)
       + (SELECT count(*) FROM submissions
          WHERE id = ANY ($1) AND NOT (approved AND flag_count > 0)) AS total`,
    [alsoIds],
  )
  return onlyRow(rows).total
}

/** One submission with its flags, open and closed, newest first; null where there is none. */
export const readReviewed = async (db: Db, id: string): Promise<FlaggedSubmission | null> => {
  const { rows } = await db.query<AdminRow>(
    `SELECT ${adminColumns} FROM submissions ${adminJoins} WHERE submissions.id = $1`,
    [id],
  )
  const [row] = rows
  if (row === undefined) return null
  const flags = await readFlags(db, { submissionIds: [id], state: 'any', limit: reviewFlagLimit })
  return { ...adminSubmissionOf(row), flags: flags.get(id) ?? [] }
}

type FlagRow = {
  id: string
  submission_id: string
  reason_code: FlagReason | null
  reason: string
  created_at: Date
  closed_at: Date | null
  flagged_text: FlagReport['flaggedText']
}

/** The newest flags of each submission, without their reporters. */
const readFlags = async (
  db: Db,
  wanted: { submissionIds: readonly string[]; state: 'open' | 'any'; limit: number },
): Promise<ReadonlyMap<string, FlagReport[]>> => {
  const { rows } = await db.query<FlagRow>(
    `SELECT newest.* FROM unnest($1::text[]) AS wanted (id) CROSS JOIN LATERAL (
       SELECT id, submission_id, reason_code, reason, created_at, closed_at, flagged_text FROM flags
       WHERE submission_id = wanted.id AND ($2 = 'any' OR closed_at IS NULL)
       ORDER BY created_at DESC, id DESC LIMIT $3
     ) AS newest ORDER BY created_at DESC, id DESC`,
    [wanted.submissionIds, wanted.state, wanted.limit],
  )
  const bySubmission = Map.groupBy(rows, (row) => row.submission_id)
  return new Map([...bySubmission].map(([id, flags]) => [id, flags.map(flagReportOf)]))
}

const flagReportOf = (row: FlagRow): FlagReport => ({
  id: row.id,
  reasonCode: row.reason_code,
  reason: row.reason,
  createdAt: row.created_at.toISOString(),
  closedAt: row.closed_at?.toISOString() ?? null,
  flaggedText: row.flagged_text,
})
