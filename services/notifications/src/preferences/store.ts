import {
  defaultFrequencies,
  type MailFrequency,
  type NotificationPreferences,
} from '@answerable/contracts/notification-preferences'
import type { NoticeKind } from '@answerable/contracts/notifications'
import type { Db } from '@answerable/service-kit/db'

export type Preferences = NotificationPreferences & { refusedAt: Date | null }

export const readPreferencesOf = async (db: Db, userId: string): Promise<Preferences> => {
  const { rows: chosen } = await db.query<{ kind: NoticeKind; frequency: MailFrequency }>(
    'SELECT kind, frequency FROM mail_frequencies WHERE user_id = $1',
    [userId],
  )
  const { rows } = await db.query<Pick<Preferences, 'timeZone' | 'refusedAt'>>(
    'SELECT time_zone AS "timeZone", refused_at AS "refusedAt" FROM recipients WHERE user_id = $1',
    [userId],
  )
  return {
    frequencies: {
      ...defaultFrequencies,
      ...Object.fromEntries(chosen.map(({ kind, frequency }) => [kind, frequency])),
    },
    timeZone: null,
    refusedAt: null,
    ...rows[0],
  }
}

/** Needs a transaction. */
export const changeFrequencies = async (
  db: Db,
  userId: string,
  frequencies: { [Kind in NoticeKind]?: MailFrequency | undefined },
): Promise<void> => {
  await db.query(
    `INSERT INTO mail_frequencies (user_id, kind, frequency)
     SELECT $1, * FROM unnest($2::text[], $3::text[]) AS given (kind, frequency) ORDER BY kind
     ON CONFLICT (user_id, kind) DO UPDATE SET frequency = excluded.frequency`,
    [userId, Object.keys(frequencies), Object.values(frequencies)],
  )
  await reschedule(db, userId)
}

/** Needs a transaction. */
export const changeTimeZone = async (db: Db, userId: string, timeZone: string): Promise<void> => {
  await db.query(
    `INSERT INTO recipients (user_id, time_zone) VALUES ($1, $2)
     ON CONFLICT (user_id) DO UPDATE SET time_zone = excluded.time_zone`,
    [userId, timeZone],
  )
  await reschedule(db, userId)
}

/** Sets the times of both digests anew. One without notices is found empty and sent to nobody. */
const reschedule = async (db: Db, userId: string): Promise<void> => {
  await db.query(
    `INSERT INTO digests (user_id, frequency, due_at)
     SELECT $1, frequency, next_digest(frequency, (SELECT time_zone FROM recipients WHERE user_id = $1), now())
     FROM unnest(ARRAY['daily', 'weekly']) AS frequency ORDER BY frequency
     ON CONFLICT (user_id, frequency) DO UPDATE SET due_at = excluded.due_at`,
    [userId],
  )
}

/** Applies a newer state of a mailbox. Mails to it that wait are dropped when they are due. Needs a transaction. */
export const setMailboxState = async (
  db: Db,
  state: { userId: string; refusedAt: string | null; version: number },
): Promise<void> => {
  const { rowCount } = await db.query(
    `INSERT INTO recipients AS known (user_id, refused_at, refused_version) VALUES ($1, $2, $3)
     ON CONFLICT (user_id) DO UPDATE
       SET refused_at = excluded.refused_at, refused_version = excluded.refused_version
       WHERE known.refused_version < excluded.refused_version`,
    [state.userId, state.refusedAt, state.version],
  )
  if (rowCount === 1 && state.refusedAt === null) await reschedule(db, state.userId)
}

export const erasePreferences = async (db: Db, userId: string): Promise<void> => {
  for (const table of ['mail_requests', 'digests', 'mail_frequencies', 'recipients']) {
    await db.query(`DELETE FROM ${table} WHERE user_id = $1`, [userId])
  }
}
