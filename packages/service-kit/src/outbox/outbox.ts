import type { EventDefinition, EventPayload } from '@answerable/contracts/events'
import type { Bus } from '../bus/bus.ts'
import { withTimeout } from '../calls/with-timeout.ts'
import type { Db, Pool } from '../db.ts'
import { transaction } from '../db.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../observability/metrics.ts'
import { measureOutbox } from './outbox-metrics.ts'
import { type CombinedRows, type OutboxRow, parcelsOf } from './parcels.ts'

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
/** The rest after a pass, so that one pass publishes many events: a multiple of its duration, because a busy site is slow. */
const restFactor = 8
const minRestMilliseconds = 40
const maxRestMilliseconds = 160
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
  combined?: CombinedRows
}): Relay => {
  const { pool, bus, log, combined } = options
  if (options.metrics !== undefined) measureOutbox(pool, options.metrics)
  let stopped = false
  let failing = false
  let running: Promise<void> | null = null
  let looking: Promise<void> | null = null
  let wakeAgain = false
  let isAwaited = false
  let endRest = (): void => {}

  const pass = async (): Promise<void> => {
    try {
      let published = batchSize
      while (published === batchSize && !stopped)
        published = await publishBatch(pool, bus, combined)
      failing = false
    } catch (error) {
      if (!failing) log.warn({ err: error }, 'publishing outbox events failed, will be retried')
      failing = true
    }
  }

  const loop = async (): Promise<void> => {
    do {
      wakeAgain = false
      const startedAt = performance.now()
      await pass()
      await rest((performance.now() - startedAt) * restFactor)
    } while (wakeAgain && !stopped)
    running = null
  }

  const rest = async (milliseconds: number): Promise<void> => {
    if (stopped || isAwaited) return
    const over = Promise.withResolvers<void>()
    endRest = over.resolve
    const bounded = Math.min(Math.max(milliseconds, minRestMilliseconds), maxRestMilliseconds)
    const timer = setTimeout(over.resolve, bounded)
    await over.promise
    clearTimeout(timer)
  }

  const wake = (): void => {
    if (stopped) return
    if (running !== null) wakeAgain = true
    else running = loop()
  }

  /** Usually there is nothing to publish, which one statement shows. */
  const look = async (): Promise<void> => {
    // A pass reports the failure.
    if (await hasDue(pool).catch(() => true)) wake()
    looking = null
  }

  const timer = setInterval(() => {
    if (running === null) looking ??= look()
  }, pollMilliseconds)
  return {
    wake,
    drain: async () => {
      wake()
      isAwaited = true
      endRest()
      while (running !== null) await running
      isAwaited = false
    },
    stop: async () => {
      stopped = true
      clearInterval(timer)
      endRest()
      await looking
      await running
    },
  }
}

const hasDue = async (pool: Pool): Promise<boolean> => {
  const { rowCount } = await pool.query({
    name: 'outbox-due',
    text: 'SELECT FROM outbox WHERE not_before <= now() LIMIT 1',
  })
  return rowCount !== 0
}

// No synchronous commit: a delete that is lost in a crash only repeats a publish.
const beginLightly = 'BEGIN; SET LOCAL synchronous_commit TO off'

/** Returns the number of rows that it took, published or not. */
const publishBatch = (pool: Pool, bus: Bus, combined: CombinedRows | undefined): Promise<number> =>
  transaction(
    pool,
    async (db) => {
      const { rows } = await db.query<OutboxRow>(
        `SELECT id, subject, payload, request_id, attempts FROM outbox
         WHERE not_before <= now() ORDER BY id LIMIT ${batchSize} FOR UPDATE SKIP LOCKED`,
      )
      const parcels = parcelsOf(rows, combined)
      const outcomes = await Promise.allSettled(
        parcels.map(({ message }) => withTimeout(bus.publish(message), patienceMilliseconds)),
      )
      const idsWhere = (status: 'fulfilled' | 'rejected'): string[] =>
        parcels.filter((_, index) => outcomes[index]?.status === status).flatMap(({ ids }) => ids)
      await forget(db, idsWhere('fulfilled'))
      await postpone(db, idsWhere('rejected'))
      return rows.length
    },
    beginLightly,
  )

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
