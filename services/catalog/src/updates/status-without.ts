import type { Status } from '@answerable/contracts/submissions'
import type { Db } from '@answerable/service-kit/db'
import type { LockedUpdate } from './lock-update.ts'

/**
 * The status of a submission without an update that was taken back: that of the latest other confirmed update, else the
 * status before all of them.
 */
export const statusWithout = async (
  db: Db,
  { id, previousStatus, submission }: LockedUpdate,
): Promise<Status> => {
  const { rows } = await db.query<{ status: Status }>(
    `SELECT status FROM updates
     WHERE submission_id = $1 AND id <> $2 AND state = 'confirmed' AND status IS NOT NULL
     ORDER BY decided_at DESC, id DESC LIMIT 1`,
    [submission.id, id],
  )
  const status = rows[0]?.status ?? previousStatus ?? 'proposed'
  // The withdrawal is something new.
  return status === 'stale' ? 'active' : status
}
