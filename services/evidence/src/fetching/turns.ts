import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { onlyRow, type Pool } from '@answerable/service-kit/db'
import { FetchFailure } from './failure.ts'

/** The right to send requests to a host. No other request of any instance has it at the same time. */
export type Turn = Hold & { host: string }

type Hold = {
  holder: string
  /** By `performance.now()`. A request that began later could outlive the lease. */
  latestStart: number
}

/** Between the end of a request to a host and the beginning of the next one. */
const pauseSeconds = 2
/** New links wait this much longer, so that a reading that needs another request comes first. */
const yieldSeconds = 0.25
/**
 * After a crash the host is free again at the end of the lease. It contains the time until a request begins, its
 * duration (at most 10 seconds) and the pause.
 */
export const leaseSeconds = 30
const latestStartSeconds = 15

/** Readings that need another request are given up when they have waited this long. */
const maxWaitMilliseconds = 20_000
/** Requests of this instance that wait for one host. */
const maxWaiting = 4
/** A turn can end long before its lease. */
const pollMilliseconds = 250

/** For turns that are taken in a statement which begins now. */
export const newHold = (): Hold => ({
  holder: randomUUID(),
  latestStart: performance.now() + latestStartSeconds * 1_000,
})

export type Turns = {
  /** Waits for the turn of a host. Throws FetchFailure if others have it for too long. */
  take: (host: string, signal: AbortSignal) => Promise<Turn>
  /** After the requests of a turn have ended, or failed. */
  end: (turn: Turn, options: { requests: number }) => Promise<void>
}

export const openTurns = (pool: Pool): Turns => {
  const waiting = new Map<string, number>()

  const wait = async (host: string, signal: AbortSignal): Promise<Turn> => {
    const startedAt = performance.now()
    while (performance.now() - startedAt <= maxWaitMilliseconds) {
      const turn = { host, ...newHold() }
      const { isTaken, milliseconds } = await tryTurn(pool, turn)
      if (isTaken) return turn
      const isPause = milliseconds <= pauseSeconds * 1_000
      const pause = isPause ? Math.max(milliseconds, 1) : pollMilliseconds
      await delay(pause, undefined, { signal }).catch((error: unknown) => {
        throw new FetchFailure('too-late', error)
      })
    }
    throw new FetchFailure('busy')
  }

  return {
    take: async (host, signal) => {
      const others = waiting.get(host) ?? 0
      if (others >= maxWaiting) throw new FetchFailure('busy')
      waiting.set(host, others + 1)
      try {
        return await wait(host, signal)
      } finally {
        const left = (waiting.get(host) ?? 1) - 1
        if (left === 0) waiting.delete(host)
        else waiting.set(host, left)
      }
    },
    end: async ({ host, holder }, { requests }) => {
      await pool.query({
        name: 'end-turn',
        text: `UPDATE hosts SET next_request_at = now() + make_interval(secs => $3), holder = NULL
          WHERE host = $1 AND holder = $2`,
        values: [host, holder, requests * pauseSeconds + yieldSeconds],
      })
    },
  }
}

const tryTurn = async (
  pool: Pool,
  { host, holder }: Turn,
): Promise<{ isTaken: boolean; milliseconds: number }> => {
  const { rows } = await pool.query<{ isTaken: boolean; milliseconds: number }>({
    name: 'take-turn',
    text: `WITH taken AS (
        INSERT INTO hosts AS earlier (host, next_request_at, holder)
        VALUES ($1, now() + interval '${leaseSeconds} seconds', $2)
        ON CONFLICT (host) DO UPDATE
          SET next_request_at = excluded.next_request_at, holder = excluded.holder
          WHERE earlier.next_request_at <= now() + interval '${yieldSeconds} seconds'
        RETURNING host
      )
      SELECT EXISTS (SELECT FROM taken) AS "isTaken", coalesce((
        SELECT 1000 * extract(epoch FROM next_request_at - interval '${yieldSeconds} seconds' - now())
        FROM hosts WHERE host = $1), 0)::float8 AS milliseconds`,
    values: [host, holder],
  })
  return onlyRow(rows)
}
