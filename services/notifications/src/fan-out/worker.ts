import type { Pool } from '@answerable/service-kit/db'
import type { Log } from '@answerable/service-kit/log'
import { notifyNextFollowers } from './store.ts'

export type FanOutWorker = {
  /** Wakes the worker after a commit that queued a fan-out. */
  wake: () => void
  /** Resolves when all fan-outs that were queued before the call are done. */
  drain: () => Promise<void>
  stop: () => Promise<void>
}

const pollMilliseconds = 5_000
/** Rest after a batch, as a multiple of its duration, so that votes find the database idle most of the time. */
const restFactor = 2

/** Notifies followers, batch by batch. Several instances share the fan-outs. */
export const startFanOutWorker = (options: {
  pool: Pool
  log: Log
  /** Called after each batch. */
  onBatch: () => void
}): FanOutWorker => {
  const { pool, log, onBatch } = options
  const stopping = new AbortController()
  let running: Promise<void> | null = null
  let wakeAgain = false
  let isAwaited = false

  const pass = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const startedAt = performance.now()
      if ((await notifyNextFollowers(pool)) === null) return
      onBatch()
      if (!isAwaited) await rest((performance.now() - startedAt) * restFactor)
    }
  }

  const rest = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(end, milliseconds)
      function end() {
        clearTimeout(timer)
        stopping.signal.removeEventListener('abort', end)
        resolve()
      }
      stopping.signal.addEventListener('abort', end)
    })

  const loop = async (): Promise<void> => {
    do {
      wakeAgain = false
      try {
        await pass()
      } catch (error) {
        log.warn({ err: error }, 'notifying followers failed, will be retried')
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
