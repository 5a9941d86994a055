import { setTimeout as delay } from 'node:timers/promises'
import { inspect } from 'node:util'

type Answer = { status: number }

/** The gateway cuts off a connection that is silent for 20 s; timers may be a little inexact. */
export const minCutOffMilliseconds = 19_000

/**
 * Returns undefined if the gateway closed the connection of the call after such a time, or one that was idle before.
 */
export const unlessCutOff = async <Result>(
  call: () => Promise<Result>,
  { wasIdle = false } = {},
): Promise<Result | undefined> => {
  const startedAt = performance.now()
  try {
    return await call()
  } catch (error) {
    const isLate = performance.now() - startedAt >= minCutOffMilliseconds
    // By Playwright, and as the cause of an error of fetch.
    const isClosed = /ECONNRESET|UND_ERR_SOCKET/.test(inspect(error))
    if (isClosed && (isLate || wasIdle)) return undefined
    throw error
  }
}

const tries = 30
const pauseMilliseconds = 1_000

export const isBusy = ({ status }: Answer): boolean => status === 503 || status === 504

/**
 * Repeats a call that a busy machine does not finish in time. A call with 503 or 504 may have taken effect, so it must
 * be idempotent or use something new each time.
 */
export const repeatWhileBusy = async <Result extends Answer>(
  call: () => Promise<Result>,
  isLate: (result: Result) => boolean = isBusy,
): Promise<Result> => {
  for (let tried = 1; ; tried += 1) {
    const result = await call()
    if (!isLate(result) || tried === tries) return result
    await delay(pauseMilliseconds)
  }
}
