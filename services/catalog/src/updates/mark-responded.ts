import type { Db } from '@answerable/service-kit/db'
import type { SubmissionRow } from '../submissions/rows.ts'
import { setStatus } from './set-status.ts'

type Row = Pick<SubmissionRow, 'id' | 'status'>

/**
 * Records the first official response to a locked submission. An outcome stays the status. Later responses change
 * nothing.
 */
export const markResponded = async (
  db: Db,
  row: Row,
  { requestId }: { requestId: string | null },
): Promise<void> => {
  if (row.status === 'proposed' || row.status === 'active' || row.status === 'stale') {
    await setStatus(db, row, { status: 'responded', requestId })
    return
  }
  await db.query(
    `INSERT INTO impact_records (submission_id, public, asked_at, responded_at)
     SELECT id, approved, now(), now() FROM submissions WHERE id = $1
     ON CONFLICT (submission_id) DO UPDATE SET
       asked_at = coalesce(impact_records.asked_at, now()),
       responded_at = coalesce(impact_records.responded_at, now())`,
    [row.id],
  )
}

/** Undoes it, when the only official response to a locked submission is no longer public. `former` is the status before. */
export const unmarkResponded = async (
  db: Db,
  row: Row,
  { requestId, former }: { requestId: string | null; former: 'proposed' | 'active' },
): Promise<void> => {
  if (row.status === 'responded') await setStatus(db, row, { status: former, requestId })
  await db.query('UPDATE impact_records SET responded_at = NULL WHERE submission_id = $1', [row.id])
}
