import type { FlagReason } from '@answerable/contracts/flags'
import { type FlagReport, queueFlagLimit, reviewFlagLimit } from '@answerable/contracts/review'
import type { FlaggedSubmission } from '@answerable/contracts/review-internal'
import type { Db } from '@answerable/service-kit/db'
import { type AdminRow, adminColumns, adminJoins, adminSubmissionOf } from './rows.ts'

/** Submissions with their open flags, newest first, by id. */
export const readFlaggedSubmissions = async (
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, FlaggedSubmission>> => {
  const { rows } = await db.query<AdminRow>(
    `SELECT ${adminColumns} FROM submissions ${adminJoins} WHERE submissions.id = ANY ($1)`,
    [ids],
  )
  const flags = await readFlags(db, { submissionIds: ids, state: 'open', limit: queueFlagLimit })
  return new Map(
    rows.map((row) => [row.id, { ...adminSubmissionOf(row), flags: flags.get(row.id) ?? [] }]),
  )
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
