import { queueFlagLimit, reviewFlagLimit } from '@answerable/contracts/review'
import type { FlaggedSubmission } from '@answerable/contracts/review-internal'
import type { Db } from '@answerable/service-kit/db'
import { readSubmissionFlags } from '../flags/reports.ts'
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
  const flags = await readSubmissionFlags(db, { ids, state: 'open', limit: queueFlagLimit })
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
  const flags = await readSubmissionFlags(db, { ids: [id], state: 'any', limit: reviewFlagLimit })
  return { ...adminSubmissionOf(row), flags: flags.get(id) ?? [] }
}
