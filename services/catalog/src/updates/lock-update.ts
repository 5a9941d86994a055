import type { Status } from '@answerable/contracts/submissions'
import type { Update, UpdateStatus } from '@answerable/contracts/updates'
import type { Db } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import { findMergedInto } from '../merges/redirects.ts'
import type { SubmissionRow } from '../submissions/rows.ts'
import { lockSubmission } from '../submissions/store.ts'

export type LockedUpdate = {
  id: string
  state: Update['state']
  status: UpdateStatus | null
  previousStatus: Status | null
  /** The submission that it was reported for. */
  submissionId: string
  /** The same after merges. */
  submission: SubmissionRow
}

/** Locks the submission of an update, then the update. Throws `update_not_found`. */
export const lockUpdate = async (db: Db, id: string): Promise<LockedUpdate> => {
  const found = await read(db, id, '')
  const submissionId = (await findMergedInto(db, found.submission_id)) ?? found.submission_id
  const submission = await lockSubmission(db, submissionId)
  if (submission === null) throw new AppError('update_not_found')
  const { state, status, previous_status } = await read(db, id, 'FOR NO KEY UPDATE')
  const { submission_id } = found
  return {
    ...{ id, state, status, previousStatus: previous_status },
    ...{ submissionId: submission_id, submission },
  }
}

const read = async (db: Db, id: string, lock: '' | 'FOR NO KEY UPDATE') => {
  const { rows } = await db.query<{
    submission_id: string
    state: Update['state']
    status: UpdateStatus | null
    previous_status: Status | null
  }>(`SELECT submission_id, state, status, previous_status FROM updates WHERE id = $1 ${lock}`, [
    id,
  ])
  const [row] = rows
  if (row === undefined) throw new AppError('update_not_found')
  return row
}
