import type { ContentFlagReport } from '@answerable/contracts/content-decisions'
import type { FlagReason } from '@answerable/contracts/flags'
import type { FlagReport } from '@answerable/contracts/review'
import type { Db } from '@answerable/service-kit/db'

type Wanted = { ids: readonly string[]; state: 'open' | 'any'; limit: number }

/** The newest flags of each submission, without their reporters. */
export const readSubmissionFlags = (
  db: Db,
  wanted: Wanted,
): Promise<ReadonlyMap<string, FlagReport[]>> =>
  readFlags(db, { table: 'flags', subject: 'submission_id', type: 'text' }, wanted)

/** The newest flags of each comment, without their reporters. */
export const readCommentFlags = (
  db: Db,
  wanted: Wanted,
): Promise<ReadonlyMap<string, ContentFlagReport[]>> =>
  readFlags(db, { table: 'comment_flags', subject: 'comment_id', type: 'uuid' }, wanted)

/** The newest flags of each response, without their reporters. */
export const readResponseFlags = (
  db: Db,
  wanted: Wanted,
): Promise<ReadonlyMap<string, ContentFlagReport[]>> =>
  readFlags(db, { table: 'response_flags', subject: 'response_id', type: 'uuid' }, wanted)

/** The same for alternatives. */
export const readAlternativeFlags = (
  db: Db,
  wanted: Wanted,
): Promise<ReadonlyMap<string, ContentFlagReport[]>> =>
  readFlags(db, { table: 'alternative_flags', subject: 'alternative_id', type: 'uuid' }, wanted)

type Row<Text> = {
  subject_id: string
  id: string
  reason_code: FlagReason | null
  reason: string
  created_at: Date
  closed_at: Date | null
  flagged_text: Text
}

const readFlags = async <Text>(
  db: Db,
  { table, subject, type }: { table: string; subject: string; type: 'text' | 'uuid' },
  { ids, state, limit }: Wanted,
) => {
  const { rows } = await db.query<Row<Text>>(
    `SELECT newest.* FROM unnest($1::${type}[]) AS wanted (id) CROSS JOIN LATERAL (
       SELECT ${subject} AS subject_id, id, reason_code, reason, created_at, closed_at, flagged_text
       FROM ${table} WHERE ${subject} = wanted.id AND ($2 = 'any' OR closed_at IS NULL)
       ORDER BY created_at DESC, id DESC LIMIT $3
     ) AS newest ORDER BY created_at DESC, id DESC`,
    [ids, state, limit],
  )
  const bySubject = Map.groupBy(rows, (row) => row.subject_id)
  return new Map([...bySubject].map(([id, flags]) => [id, flags.map(reportOf)]))
}

const reportOf = <Text>(row: Row<Text>) => ({
  id: row.id,
  reasonCode: row.reason_code,
  reason: row.reason,
  createdAt: row.created_at.toISOString(),
  closedAt: row.closed_at?.toISOString() ?? null,
  flaggedText: row.flagged_text,
})
