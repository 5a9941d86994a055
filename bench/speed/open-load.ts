import { setTimeout as delay } from 'node:timers/promises'
import { type Dispatcher, Pool } from 'undici'
import type { Load } from './load.ts'
import { type LoadResult, resultOf } from './load-result.ts'

/** More are opened only while all others wait for a response. */
const maxConnections = 1_000
const timeoutMilliseconds = 10_000

type OpenLoad = Pick<Load, 'url' | 'seconds' | 'lists'> & { rate: number }

/**
 * The milliseconds after the start at which requests arrive: independent of each other, as those of many people are
 * (a Poisson process with a given number of arrivals).
 */
export const arrivalsOf = (
  { rate, seconds }: { rate: number; seconds: number },
  random = Math.random,
): number[] =>
  Array.from({ length: Math.round(rate * seconds) }, () => random() * seconds * 1_000).sort(
    (one, other) => one - other,
  )

/**
 * Sends each request when it is due, however many responses are missing: an open model. Latencies count from that
 * moment, so that a request that had to wait for a connection, or for this process, includes the wait.
 */
export const sendOpenly = async (
  { url, lists, ...load }: OpenLoad,
  arrivals = arrivalsOf(load),
): Promise<LoadResult> => {
  const pool = new Pool(url, {
    connections: maxConnections,
    headersTimeout: timeoutMilliseconds,
    bodyTimeout: timeoutMilliseconds,
  })
  const responses: { status: number; milliseconds: number }[] = []
  let failed = 0
  const startedAt = performance.now()

  const request = async (options: Dispatcher.RequestOptions, dueAt: number): Promise<void> => {
    try {
      const { statusCode, body } = await pool.request(options)
      await body.arrayBuffer()
      responses.push({ status: statusCode, milliseconds: performance.now() - startedAt - dueAt })
    } catch {
      failed += 1
    }
  }

  const requests: Promise<void>[] = []
  for (const [at, dueAt] of arrivals.entries()) {
    // Node's timers count whole milliseconds, so some requests are sent a fraction of one early.
    const early = dueAt - (performance.now() - startedAt)
    if (early >= 1) await delay(early)
    const list = lists[at % lists.length] ?? []
    const ask = list[Math.floor(at / lists.length) % list.length]
    if (ask === undefined) continue
    const now = performance.now() - startedAt
    requests.push(request({ method: 'GET', ...ask }, Math.min(dueAt, now)))
  }
  await Promise.all(requests)
  await pool.close()
  return resultOf(responses, { failed, seconds: (performance.now() - startedAt) / 1_000 })
}
