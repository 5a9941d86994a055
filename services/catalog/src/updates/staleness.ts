import type { Status } from '@answerable/contracts/submissions'
import type { Db } from '@answerable/service-kit/db'
import { setStatus, staleDays } from './set-status.ts'

type Checked = {
  id: string
  approved: boolean
  status: Status
  former_status: Status | null
  /** Whether something has changed since the last look, and whether nothing has for `staleDays`. */
  is_changed: boolean
  is_stale: boolean
}

/**
 * Looks at a submission whose status depends on time. Its version shows whether anything has happened: a vote, a join, a
 * comment, an edit, an update, a response, a flag or a decision.
 */
export const lookAt = async (db: Db, id: string): Promise<void> => {
  const row = await lockChecked(db, id)
  if (row === null) return
  if (row.status === 'stale' && row.is_changed) {
    await setStatus(db, row, { status: row.former_status ?? 'active', requestId: null })
  } else if (row.status !== 'stale' && row.approved && !row.is_changed && row.is_stale) {
    await setStatus(db, row, { status: 'stale', requestId: null })
  } else {
    await postpone(db, id)
  }
}

/** Gives a stale submission its former status back, if something has happened since. */
export const revive = async (db: Db, id: string): Promise<void> => {
  const { rows } = await db.query(`SELECT FROM submissions WHERE id = $1 AND status = 'stale'`, [
    id,
  ])
  if (rows.length > 0) await lookAt(db, id)
}

/** The submission first, as everywhere, so that transactions cannot deadlock. */
const lockChecked = async (db: Db, id: string): Promise<Checked | null> => {
  await db.query('SELECT FROM submissions WHERE id = $1 FOR NO KEY UPDATE', [id])
  const { rows } = await db.query<Checked>(
    `SELECT id, approved, status, former_status, submissions.version > status_checks.version AS is_changed,
       changed_at <= now() - $2 * interval '1 day' AS is_stale
     FROM status_checks JOIN submissions ON id = submission_id
     WHERE submission_id = $1 FOR NO KEY UPDATE OF status_checks`,
    [id, staleDays],
  )
  return rows[0] ?? null
}

const postpone = async (db: Db, id: string): Promise<void> => {
  await db.query(
    `UPDATE status_checks SET due_at = now() + interval '1 day',
       changed_at = CASE WHEN submissions.version > status_checks.version THEN now() ELSE changed_at END,
       version = submissions.version
     FROM submissions WHERE id = submission_id AND submission_id = $1`,
    [id],
  )
}
