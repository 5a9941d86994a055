import type { Viewer } from '@answerable/contracts/sessions'
import { type Db, onlyRow } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import { voterOf } from '../votes/voters.ts'

const dayMilliseconds = 86_400_000

/** What the new accounts of a mailbox may write in a day. */
const firstDay = {
  submissions: { most: 3, what: 'submit at most 3 boycotts' },
  comments: { most: 10, what: 'post at most 10 comments' },
} as const

/**
 * Counts what a new account writes, unless it is an administrator's. Throws `too_many_requests` when its
 * mailbox has written with new accounts as much as it may in a day; accounts that were deleted count.
 */
export const countFirstDay = async (
  db: Db,
  viewer: Viewer,
  kind: keyof typeof firstDay,
): Promise<void> => {
  if (viewer.role === 'admin') return
  const { id, joinedAt } = voterOf(viewer)
  const millisecondsLeft = Date.parse(joinedAt) + dayMilliseconds - Date.now()
  if (millisecondsLeft <= 0) return
  const { most, what } = firstDay[kind]
  const { rows } = await db.query<{ written: number; since: Date }>(
    `INSERT INTO first_day_writings AS known (voter_id, kind, written) VALUES ($1, $2, 1)
     ON CONFLICT (voter_id, kind) DO UPDATE SET
       since = CASE WHEN known.since > now() - interval '1 day' THEN known.since ELSE now() END,
       written = 1 + CASE WHEN known.since > now() - interval '1 day' THEN known.written ELSE 0 END
     RETURNING written, since`,
    [id, kind],
  )
  const { written, since } = onlyRow(rows)
  if (written <= most) return
  const untilForgotten = since.getTime() + dayMilliseconds - Date.now()
  throw new AppError('too_many_requests', {
    message: `On its first day, an account can ${what}. Please try again tomorrow.`,
    retryAfterSeconds: Math.max(1, Math.ceil(Math.min(millisecondsLeft, untilForgotten) / 1_000)),
  })
}
