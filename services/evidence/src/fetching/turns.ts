import { setTimeout as delay } from 'node:timers/promises'
import type { Pool } from '@answerable/service-kit/db'
import { FetchFailure } from './failure.ts'

/**
 * At most one request is sent to a host in this time, by all instances together: a little more than the 2 seconds that
 * the site promises, because the way of a request varies.
 */
export const turnSeconds = 2.25
/** Requests that wait longer than this are given up. */
const maxWaitSeconds = 20

/** Waits for the turn of a host. Throws FetchFailure if too many requests wait for it. */
export const waitForTurn = async (
  pool: Pool,
  host: string,
  signal: AbortSignal,
  maxSeconds = maxWaitSeconds,
): Promise<void> => {
  const { rows } = await pool.query<{ milliseconds: number }>({
    name: 'take-turn',
    text: `INSERT INTO hosts AS earlier (host, next_request_at)
      VALUES ($1, now() + interval '${turnSeconds} seconds')
      ON CONFLICT (host) DO UPDATE
        SET next_request_at = greatest(earlier.next_request_at, now()) + interval '${turnSeconds} seconds'
        WHERE earlier.next_request_at <= now() + make_interval(secs => $2)
      RETURNING 1000 * extract(
        epoch FROM next_request_at - interval '${turnSeconds} seconds' - now())::float8 AS milliseconds`,
    values: [host, maxSeconds],
  })
  const [turn] = rows
  if (turn === undefined) throw new FetchFailure('busy')
  if (turn.milliseconds > 0) {
    await delay(turn.milliseconds, undefined, { signal }).catch((error: unknown) => {
      throw new FetchFailure('too-late', error)
    })
  }
}

/** Books another turn for a request that is sent within the current one. */
export const addTurn = async (pool: Pool, host: string): Promise<void> => {
  await pool.query({
    name: 'add-turn',
    text: `UPDATE hosts SET next_request_at = next_request_at + interval '${turnSeconds} seconds'
      WHERE host = $1`,
    values: [host],
  })
}

/** After a request has ended: the next one to the host comes at least 2 seconds later, however long this one took. */
export const endTurn = async (pool: Pool, host: string): Promise<void> => {
  await pool.query({
    name: 'end-turn',
    text: `UPDATE hosts SET next_request_at = greatest(next_request_at, now() + interval '2 seconds')
      WHERE host = $1`,
    values: [host],
  })
}
