import type { EventDefinition, EventPayload, eventDied } from '@answerable/contracts/events'
import { type Db, onlyRow, type Pool, transaction } from '../db.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../observability/metrics.ts'

/**
 * A letter as it is kept by the service that had sent the event. Every service with events has this table
 * in a migration of its own:
 *
 *     CREATE TABLE dead_letters (
 *       id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
 *       event_id text NOT NULL, subject text NOT NULL, audience text NOT NULL, payload text,
 *       request_id text, attempts integer NOT NULL, error text NOT NULL,
 *       first_died_at timestamptz NOT NULL, last_died_at timestamptz NOT NULL,
 *       replayed_at timestamptz, replayed_as uuid, dismissed_at timestamptz,
 *       UNIQUE (event_id, subject, audience)
 *     );
 */
export type StoredDeadLetter = {
  id: number
  eventId: string
  subject: string
  audience: string
  /** As JSON; null if it was too long to store. */
  payload: string | null
  requestId: string | null
  attempts: number
  error: string
  firstDiedAt: Date
  lastDiedAt: Date
  replayedAt: Date | null
  /** Id of the replayed event. */
  replayedAs: string | null
  /** When an operator dismissed it. */
  dismissedAt: Date | null
}

export type DeadLetters = {
  /** Stores a letter. If an event died several times, the last error is stored. */
  keep: (letter: EventPayload<ReturnType<typeof eventDied>>) => Promise<void>
  stop: () => void
}

const sweepMilliseconds = 3_600_000
const retentionDays = 30

/** Stores dead letters for 30 days. */
export const openDeadLetters = (options: {
  pool: Pool
  log: Log
  metrics?: Metrics
}): DeadLetters => {
  const { pool, log } = options
  options.metrics?.gauge(
    {
      name: 'answerable_dead_letters',
      help: 'Dead letters that have been neither replayed nor dismissed.',
    },
    async () => (await countDeadLetters(pool)).waiting,
  )
  const sweep = (): void => {
    deleteOldDeadLetters(pool).catch((error: unknown) => {
      log.warn({ err: error }, 'deleting old dead letters failed')
    })
  }
  const timer = setInterval(sweep, sweepMilliseconds)
  return { keep: (letter) => keepLetter(pool, letter), stop: () => clearInterval(timer) }
}

const keepLetter: (db: Db, letter: Parameters<DeadLetters['keep']>[0]) => Promise<void> = async (
  db,
  letter,
) => {
  await db.query(
    `INSERT INTO dead_letters AS known (event_id, subject, audience, payload, request_id, attempts,
       error, first_died_at, last_died_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8)
     ON CONFLICT (event_id, subject, audience) DO UPDATE SET
       attempts = greatest(known.attempts, excluded.attempts),
       error = CASE WHEN (excluded.last_died_at, excluded.error) > (known.last_died_at, known.error)
         THEN excluded.error ELSE known.error END,
       first_died_at = least(known.first_died_at, excluded.first_died_at),
       last_died_at = greatest(known.last_died_at, excluded.last_died_at)`,
    [
      fit(letter.eventId),
      letter.subject,
      letter.audience,
      letter.payload,
      letter.requestId === null ? null : fit(letter.requestId),
      letter.attempts,
      fit(letter.error),
      letter.diedAt,
    ],
  )
}

/** PostgreSQL text cannot contain NUL. JSON contains it only as an escape. */
const fit = (text: string): string => text.replaceAll('\0', '').toWellFormed()

export const deleteOldDeadLetters = async (db: Db): Promise<void> => {
  await db.query(
    `DELETE FROM dead_letters WHERE last_died_at < now() - interval '${retentionDays} days'`,
  )
}

/** Deletes the payloads of dead letters about a deleted account. */
export const deleteDeadLettersAbout = async (
  db: Db,
  { text, but }: { text: string; but: EventDefinition },
): Promise<void> => {
  await db.query('DELETE FROM dead_letters WHERE strpos(payload, $1) > 0 AND subject <> $2', [
    text,
    but.subject,
  ])
}

const columns = `id, event_id AS "eventId", subject, audience, payload, request_id AS "requestId",
  attempts, error, first_died_at AS "firstDiedAt", last_died_at AS "lastDiedAt",
  replayed_at AS "replayedAt", replayed_as AS "replayedAs", dismissed_at AS "dismissedAt"`

const isWaiting = 'replayed_at IS NULL AND dismissed_at IS NULL'

/** Most recently died first. */
export const listDeadLetters = async (db: Db, limit: number): Promise<StoredDeadLetter[]> => {
  const { rows } = await db.query<StoredDeadLetter>(
    `SELECT ${columns} FROM dead_letters ORDER BY last_died_at DESC, id DESC LIMIT $1`,
    [limit],
  )
  return rows
}

export const countDeadLetters = async (db: Db): Promise<{ all: number; waiting: number }> => {
  const { rows } = await db.query<{ all: number; waiting: number }>(
    `SELECT count(*) AS "all", count(*) FILTER (WHERE ${isWaiting}) AS waiting FROM dead_letters`,
  )
  return onlyRow(rows)
}

/** Ids of letters that wait and can be replayed, oldest first. */
export const waitingDeadLetters = async (db: Db): Promise<number[]> => {
  const { rows } = await db.query<{ id: number }>(
    `SELECT id FROM dead_letters WHERE ${isWaiting} AND payload IS NOT NULL ORDER BY id`,
  )
  return rows.map(({ id }) => id)
}

export const findDeadLetter = async (db: Db, id: number): Promise<StoredDeadLetter | null> => {
  const { rows } = await db.query<StoredDeadLetter>(
    `SELECT ${columns} FROM dead_letters WHERE id = $1`,
    [id],
  )
  return rows[0] ?? null
}

/** Dismisses a letter: it stays stored but no longer waits. */
export const dismissDeadLetter = async (db: Db, id: number): Promise<void> => {
  await db.query(
    'UPDATE dead_letters SET dismissed_at = coalesce(dismissed_at, now()) WHERE id = $1',
    [id],
  )
}

/**
 * Writes the event to the outbox under a new id, for every audience; those with newer state drop it.
 * Returns null if there is no such letter or it has no payload.
 */
export const replayDeadLetter = (pool: Pool, id: number): Promise<string | null> =>
  transaction(pool, async (db) => {
    const { rows } = await db.query<{ eventId: string }>(
      `INSERT INTO outbox (subject, payload, request_id)
       SELECT subject, payload::jsonb, request_id FROM dead_letters
       WHERE id = $1 AND payload IS NOT NULL FOR UPDATE
       RETURNING id AS "eventId"`,
      [id],
    )
    const eventId = rows[0]?.eventId ?? null
    await db.query(
      'UPDATE dead_letters SET replayed_at = now(), replayed_as = $2 WHERE id = $1 AND $2::uuid IS NOT NULL',
      [id, eventId],
    )
    return eventId
  })
