import type { Viewer } from '@answerable/contracts/sessions'
import { type Db, onlyRow } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'

const dayMilliseconds = 86_400_000

/** What an account may write on its first day. */
const firstDay = {
  submissions: { most: 3, what: 'propose 3 boycotts' },
  comments: { most: 10, what: 'write 10 comments' },
} as const

/**
 * Throws `too_many_requests` when a new account, but for an administrator's, has written as much as it may
 * on its first day. Its row of `authors` must be locked, or two at once would count the same.
 */
export const limitFirstDay = async (
  db: Db,
  { id, role, voter }: Viewer,
  kind: keyof typeof firstDay,
): Promise<void> => {
  if (role === 'admin') return
  if (voter === undefined) throw new AppError('unavailable', { retryAfterSeconds: 1 })
  const millisecondsLeft = Date.parse(voter.joinedAt) + dayMilliseconds - Date.now()
  if (millisecondsLeft <= 0) return
  const { most, what } = firstDay[kind]
  const { rows } = await db.query<{ written: number }>(
    `SELECT count(*) AS written FROM ${kind} WHERE author_id = $1`,
    [id],
  )
  if (onlyRow(rows).written < most) return
  throw new AppError('too_many_requests', {
    message: `On its first day an account can ${what}. Please come back tomorrow.`,
    retryAfterSeconds: Math.ceil(millisecondsLeft / 1_000),
  })
}
