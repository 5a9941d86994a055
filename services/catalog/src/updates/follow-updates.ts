import type { Status } from '@answerable/contracts/submissions'
import type { UpdateStatus } from '@answerable/contracts/updates'
import type { Db } from '@answerable/service-kit/db'
import { joined } from '../merges/joined.ts'
import { isOutcome } from './impact.ts'
import type { LockedUpdate } from './lock-update.ts'
import { setStatus } from './set-status.ts'

/**
 * Gives a locked submission the outcome that the latest confirmed update reports, after others were merged into it or
 * separated from it. Without any, it has its former status again.
 */
export const followUpdates = async (
  db: Db,
  row: { id: string; status: Status },
  { requestId }: { requestId: string | null },
): Promise<void> => {
  const latest = await latestUpdate(db, row.id)
  if (!isOutcome(row.status) && (latest === null || !isOutcome(latest.status))) return
  const { status, at } = latest ?? (await formerStatus(db, row.id))
  await setStatus(db, row, { status, at, requestId, entry: 'merged' })
}

/**
 * The status of a submission after one of its updates was withdrawn: that of the latest other confirmed update, else the
 * status before all of them.
 */
export const statusWithout = async (
  db: Db,
  { previousStatus, submissionId, submission }: LockedUpdate,
): Promise<Status> => {
  const latest = await latestUpdate(db, submission.id)
  if (latest !== null) return latest.status
  const isOwn = submissionId === submission.id
  if (!isOwn || previousStatus === null || isOutcome(previousStatus))
    return (await formerStatus(db, submission.id)).status
  // The withdrawal is something new.
  return previousStatus === 'stale' ? 'active' : previousStatus
}

/** The latest confirmed update with a status, also of merged submissions. */
const latestUpdate = async (
  db: Db,
  id: string,
): Promise<{ status: UpdateStatus; at: Date } | null> => {
  const { rows } = await db.query<{ status: UpdateStatus; at: Date }>(
    `WITH RECURSIVE ${joined}
     SELECT status, decided_at AS at FROM joined JOIN updates ON submission_id = joined.id
     WHERE state = 'confirmed' AND status IS NOT NULL
     ORDER BY decided_at DESC, updates.id DESC LIMIT 1`,
    [id],
  )
  return rows[0] ?? null
}

/** The last status in the timeline that is neither an outcome nor stale. */
const formerStatus = async (db: Db, id: string): Promise<{ status: Status; at?: Date }> => {
  const { rows } = await db.query<{ status: Status; at: Date }>(
    `SELECT details ->> 'status' AS status, at FROM occurrences
     WHERE submission_id = $1 AND kind = 'status'
       AND details ->> 'status' IN ('proposed', 'active', 'responded')
     ORDER BY at DESC, id DESC LIMIT 1`,
    [id],
  )
  return rows[0] ?? { status: 'proposed' }
}
