import type { EventDefinition, EventPayload } from '@answerable/contracts/events'
import type { Bus, BusMessage } from '../bus/bus.ts'
import { withTimeout } from '../calls/with-timeout.ts'
import type { Db, Pool } from '../db.ts'
import { onlyRow, transaction } from '../db.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../observability/metrics.ts'

/**
 * Writes an event in the transaction that it tells of; the relay publishes it after the commit.
 * Every service with events has this table in a migration of its own:
 *
 *     CREATE TABLE outbox (
 *       id uuid PRIMARY KEY DEFAULT uuidv7(), subject text NOT NULL, payload jsonb NOT NULL,
 *       request_id text, attempts integer NOT NULL DEFAULT 0,
 *       not_before timestamptz NOT NULL DEFAULT now(), created_at timestamptz NOT NULL DEFAULT now()
 *     );
 */
export const appendEvent = async <E extends EventDefinition>(
  db: Db,
  event: E,
  content: { payload: EventPayload<E>; requestId: string | null },
): Promise<void> => {
  await db.query('INSERT INTO outbox (subject, payload, request_id) VALUES ($1, $2, $3)', [
    event.subject,
    JSON.stringify(content.payload),
    content.requestId,
  ])
}

/** Writes many events of one kind without a request id. */
export const appendEvents = async <E extends EventDefinition>(
  db: Db,
  event: E,
  payloads: readonly EventPayload<E>[],
): Promise<void> => {
  await db.query(
    'INSERT INTO outbox (subject, payload) SELECT $1, value FROM jsonb_array_elements($2::jsonb)',
    [event.subject, JSON.stringify(payloads)],
  )
}

export type Relay = {
  /** Wakes the relay after a commit. */
  wake: () => void
  /** Resolves when everything written before the call is published. */
  drain: () => Promise<void>
  stop: () => Promise<void>
}

const batchSize = 200
const pollMilliseconds = 1_000
/** Delay between passes, so that one pass publishes many events. */
const pauseMilliseconds = 40
/** After this time the relay moves on. The publish continues, and a later pass handles its row. */
const patienceMilliseconds = 500

/**
 * Publishes outbox rows and deletes those that the bus has accepted. Runs after commits and every second.
 * Several relays may run: each row is locked while it is published. A failed row stays and does not delay
 * the others.
 */
export const startRelay = (options: {
  pool: Pool
  bus: Bus
  log: Log
  metrics?: Metrics
}): Relay => {
  const { pool, bus, log } = options
  if (options.metrics !== undefined) measureOutbox(pool, options.metrics)
  let stopped = false
  let failing = false
  let running: Promise<void> | null = null
  let wakeAgain = false
  let isAwaited = false
  let endPause = (): void => {}

  const pass = async (): Promise<void> => {
    try {
      let published = batchSize
      while (published === batchSize) published = await publishBatch(pool, bus)
      failing = false
    } catch (error) {
      if (!failing) log.warn({ err: error }, 'publishing outbox events failed, will be retried')
      failing = true
    }
  }

  const loop = async (): Promise<void> => {
    do {
      wakeAgain = false
      await pass()
      await pause()
    } while (wakeAgain && !stopped)
    running = null
  }

  const pause = async (): Promise<void> => {
    if (stopped || isAwaited) return
    const over = Promise.withResolvers<void>()
    endPause = over.resolve
    const timer = setTimeout(over.resolve, pauseMilliseconds)
    await over.promise
    clearTimeout(timer)
  }

  const wake = (): void => {
    if (stopped) return
    if (running !== null) wakeAgain = true
    else running = loop()
  }

  const timer = setInterval(wake, pollMilliseconds)
  return {
    wake,
    drain: async () => {
      wake()
      isAwaited = true
      endPause()
      while (running !== null) await running
      isAwaited = false
    },
    stop: async () => {
      stopped = true
      clearInterval(timer)
      endPause()
      await running
    },
  }
}

const maxCounted = 100_000

/** All instances of a service report the same table. */
const measureOutbox = (pool: Pool, metrics: Metrics): void => {
  metrics.gauge(
    {
      name: 'answerable_outbox_rows',
      help: `Events waiting to be published, counted up to ${maxCounted}.`,
    },
    async () => {
      const { rows } = await pool.query<{ count: number }>(
        `SELECT count(*) AS count FROM (SELECT FROM outbox LIMIT ${maxCounted}) AS waiting`,
      )
      return onlyRow(rows).count
    },
  )
  metrics.gauge(
    {
      name: 'answerable_outbox_oldest_seconds',
      help: 'Age of the oldest unpublished event; 0 if there is none.',
    },
    async () => {
      // Ids are ordered by time, so that the first row is the oldest.
      const { rows } = await pool.query<{ seconds: number }>(
        `SELECT greatest(0, extract(epoch FROM now() - created_at))::float8 AS seconds
         FROM outbox ORDER BY id LIMIT 1`,
      )
      return rows[0]?.seconds ?? 0
    },
  )
}

type OutboxRow = { id: string; subject: string; payload: unknown; request_id: string | null }

// No synchronous commit: a delete that is lost in a crash only repeats a publish under the same id.
const beginLightly = 'BEGIN; SET LOCAL synchronous_commit TO off'

const publishBatch = (pool: Pool, bus: Bus): Promise<number> =>
  transaction(
    pool,
    async (db) => {
      const { rows } = await db.query<OutboxRow>(
        `SELECT id, subject, payload, request_id FROM outbox
         WHERE not_before <= now() ORDER BY id LIMIT ${batchSize} FOR UPDATE SKIP LOCKED`,
      )
      const outcomes = await Promise.allSettled(
        rows.map((row) => withTimeout(bus.publish(messageOf(row)), patienceMilliseconds)),
      )
      const idsWhere = (status: 'fulfilled' | 'rejected'): string[] =>
        rows.filter((_, index) => outcomes[index]?.status === status).map((row) => row.id)
      await forget(db, idsWhere('fulfilled'))
      await postpone(db, idsWhere('rejected'))
      return rows.length
    },
    beginLightly,
  )

const messageOf = (row: OutboxRow): BusMessage => ({
  id: row.id,
  subject: row.subject,
  payload: row.payload,
  requestId: row.request_id,
})

const forget = (db: Db, ids: string[]) =>
  ids.length === 0 ? null : db.query('DELETE FROM outbox WHERE id = ANY($1)', [ids])

const postpone = (db: Db, ids: string[]) =>
  ids.length === 0
    ? null
    : db.query(
        `UPDATE outbox SET attempts = attempts + 1,
           not_before = now() + least(5, 0.25 * 2 ^ least(attempts, 8)) * interval '1 second'
         WHERE id = ANY($1)`,
        [ids],
      )
