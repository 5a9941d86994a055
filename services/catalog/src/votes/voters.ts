import type { Viewer } from '@answerable/contracts/sessions'
import type { Db } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'

type Voter = NonNullable<Viewer['voter']>

/** The mailbox of a viewer. Throws `unavailable` if it is not known yet. */
export const voterOf = ({ voter }: Viewer): Voter => {
  if (voter === undefined) throw new AppError('unavailable', { retryAfterSeconds: 1 })
  return voter
}

/**
 * Stores the mailbox of an account, unless it is known. Call it before a submission is locked, the order in which
 * votes lock.
 */
export const storeVoter = async (db: Db, viewer: Viewer): Promise<void> => {
  await db.query(
    `INSERT INTO voters (user_id, voter_id) SELECT $1, $2
     WHERE NOT EXISTS (SELECT FROM voters WHERE user_id = $1)
       AND NOT EXISTS (SELECT FROM authors WHERE id = $1 AND suspended)
     ON CONFLICT DO NOTHING`,
    [viewer.id, voterOf(viewer).id],
  )
}
