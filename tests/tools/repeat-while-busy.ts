import { setTimeout as delay } from 'node:timers/promises'

type Answer = { status: number }

/**
 * The gateway cuts off a connection that is silent for 20 s. A caller may notice it a little late, but never this
 * early.
 */
export const minCutOffMilliseconds = 15_000

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
