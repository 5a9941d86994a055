import { mailboxRefused } from '@answerable/contracts/events'
import { type Db, type Pool, transaction } from '@answerable/service-kit/db'
import { appendEvent, type Relay } from '@answerable/service-kit/outbox/outbox'

type State = { userId: string; refusedAt: Date | null; version: number }

/** Records that a mailbox refused a mail permanently. Repeating it has no effect. */
export const markRefused = async (
  { pool, relay }: { pool: Pool; relay: Pick<Relay, 'wake'> },
  email: string,
): Promise<void> => {
  await transaction(pool, (db) => refuse(db, email))
  relay.wake()
}

const refuse = async (db: Db, email: string): Promise<void> => {
  const { rows } = await db.query<State>(
    `INSERT INTO mail_refusals AS known (user_id, refused_at)
     SELECT id, now() FROM users WHERE email = $1
     ON CONFLICT (user_id) DO UPDATE SET refused_at = now(), version = known.version + 1
       WHERE known.refused_at IS NULL
     RETURNING user_id AS "userId", refused_at AS "refusedAt", version`,
    [email],
  )
  await publish(db, rows, null)
}

/** The owner received a mail: the mailbox accepts mails again. Needs a transaction. */
export const acceptMailbox = async (
  db: Db,
  { userId, requestId }: { userId: string; requestId: string },
): Promise<void> => {
  const { rows } = await db.query<State>(
    `UPDATE mail_refusals SET refused_at = NULL, version = version + 1
     WHERE user_id = $1 AND refused_at IS NOT NULL
     RETURNING user_id AS "userId", refused_at AS "refusedAt", version`,
    [userId],
  )
  await publish(db, rows, requestId)
}

const publish = async (
  db: Db,
  states: readonly State[],
  requestId: string | null,
): Promise<void> => {
  for (const { userId, refusedAt, version } of states) {
    const payload = { userId, refusedAt: refusedAt?.toISOString() ?? null, version }
    await appendEvent(db, mailboxRefused, { payload, requestId })
  }
}
