import type { AdminSubmission } from '@answerable/contracts/submissions'
import { type Db, onlyRow } from '@answerable/service-kit/db'
import { type AdminRow, adminColumns, adminJoins, adminSubmissionOf } from '../review/rows.ts'

/** A submission as administrators see it. */
export const readState = async (db: Db, id: string): Promise<AdminSubmission> => {
  const { rows } = await db.query<AdminRow>(
    `SELECT ${adminColumns} FROM submissions ${adminJoins} WHERE submissions.id = $1`,
    [id],
  )
  return adminSubmissionOf(onlyRow(rows))
}
