import type { Viewer } from '@answerable/contracts/sessions'
import { type Db, onlyRow } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import { voterOf } from '../votes/voters.ts'

const dayMilliseconds = 86_400_000

/** Limits per day for the new accounts of a mailbox. */
const firstDay = {
  submissions: { max: 3, what: 'submit at most 3 boycotts' },
  comments: { max: 10, what: 'post at most 10 comments' },
} as const

/**
 * Counts a submission or comment of a new account that is not an administrator's. Throws `too_many_requests` if the
 * new accounts of its mailbox, including deleted ones, have reached the limit of the day.
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
  const { max, what } = firstDay[kind]
  const { rows } = await db.query<{ written: number; since: Date }>(
    `INSERT INTO first_day_writings AS known (voter_id, kind, written) VALUES ($1, $2, 1)
     ON CONFLICT (voter_id, kind) DO UPDATE SET
       since = CASE WHEN known.since > now() - interval '1 day' THEN known.since ELSE now() END,
       written = 1 + CASE WHEN known.since > now() - interval '1 day' THEN known.written ELSE 0 END
     RETURNING written, since`,
    [id, kind],
  )
  const { written, since } = onlyRow(rows)
  if (written <= max) return
  const untilForgotten = since.getTime() + dayMilliseconds - Date.now()
  throw new AppError('too_many_requests', {
    message: `On its first day, an account can ${what}. Please try again tomorrow.`,
    retryAfterSeconds: Math.max(1, Math.ceil(Math.min(millisecondsLeft, untilForgotten) / 1_000)),
  })
}
