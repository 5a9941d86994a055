import type { Log } from '@answerable/service-kit/log'

export type Worker = {
  /** Wakes the worker after a commit that queued work. */
  wake: () => void
  /** Resolves when all work that was queued before the call is done. */
  drain: () => Promise<void>
  stop: () => Promise<void>
}

const pollMilliseconds = 5_000
/** Rest after a step, as a multiple of its duration, so that votes find the database idle most of the time. */
const restFactor = 2

/** Does queued work step by step, in the background. Several instances share the work. */
export const startWorker = (options: {
  /** Does a part of the work in one transaction. Resolves to false if there is none. */
  step: () => Promise<boolean>
  onStep: () => void
  log: Log
}): Worker => {
  const { step, onStep, log } = options
  const stopping = new AbortController()
  let running: Promise<void> | null = null
  let wakeAgain = false
  let isAwaited = false

  const pass = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const startedAt = performance.now()
      if (!(await step())) return
      onStep()
      if (!isAwaited) await rest((performance.now() - startedAt) * restFactor)
    }
  }

  const rest = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer)
        stopping.signal.removeEventListener('abort', end)
        resolve()
      }
      const timer = setTimeout(end, milliseconds)
      stopping.signal.addEventListener('abort', end)
    })

  const loop = async (): Promise<void> => {
    do {
      wakeAgain = false
      try {
        await pass()
      } catch (error) {
        log.warn({ err: error }, 'background work failed, will be retried')
      }
    } while (wakeAgain && !stopping.signal.aborted)
    running = null
  }

  const wake = (): void => {
    if (stopping.signal.aborted) return
    if (running !== null) wakeAgain = true
    else running = loop()
  }

  const timer = setInterval(wake, pollMilliseconds)
  return {
    wake,
    drain: async () => {
      isAwaited = true
      wake()
      while (running !== null) await running
      isAwaited = false
    },
    stop: async () => {
      clearInterval(timer)
      stopping.abort()
      await running
    },
  }
}
