import { type EventPayload, muteChanged } from '@answerable/contracts/events'
import { type Mute, maxMutes } from '@answerable/contracts/mutes'
import { type Db, onlyRow } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import { appendEvent } from '@answerable/service-kit/outbox/outbox'

type Pair = { userId: string; mutedId: string; requestId: string }

/** Call it in a transaction that has locked the author row of the user. */
export const insertMute = async (db: Db, { userId, mutedId, requestId }: Pair): Promise<void> => {
  const { rows } = await db.query<{ muted: number; isMuted: boolean }>(
    `SELECT count(*) AS muted, coalesce(bool_or(muted_id = $2), false) AS "isMuted"
     FROM mutes WHERE user_id = $1`,
    [userId, mutedId],
  )
  const { muted, isMuted } = onlyRow(rows)
  if (isMuted) return
  if (muted >= maxMutes) throw new AppError('too_many_mutes')
  await db.query('INSERT INTO mutes (user_id, muted_id) VALUES ($1, $2)', [userId, mutedId])
  await appendMuteChange(db, { userId, mutedId, requestId, muted: true })
}

/** Call it in a transaction that has locked the author row of the user. */
export const deleteMute = async (db: Db, { userId, mutedId, requestId }: Pair): Promise<void> => {
  const { rowCount } = await db.query('DELETE FROM mutes WHERE user_id = $1 AND muted_id = $2', [
    userId,
    mutedId,
  ])
  if (rowCount === 0) return
  await appendMuteChange(db, { userId, mutedId, requestId, muted: false })
}

const appendMuteChange = async (
  db: Db,
  { requestId, ...mute }: Omit<EventPayload<typeof muteChanged>, 'version'> & { requestId: string },
): Promise<void> => {
  const { rows } = await db.query<{ version: number }>(`SELECT nextval('mute_versions') AS version`)
  const payload = { ...mute, version: onlyRow(rows).version }
  await appendEvent(db, muteChanged, { payload, requestId })
}

/** Newest first. Deleted accounts are left out. */
export const findMutes = async (db: Db, userId: string): Promise<Mute[]> => {
  const { rows } = await db.query<{ username: string; muted_at: Date }>(
    `SELECT username, muted_at FROM mutes JOIN authors ON id = muted_id
     WHERE user_id = $1 AND username <> '' ORDER BY muted_at DESC, muted_id LIMIT ${maxMutes}`,
    [userId],
  )
  return rows.map(({ username, muted_at }) => ({ username, mutedAt: muted_at.toISOString() }))
}
