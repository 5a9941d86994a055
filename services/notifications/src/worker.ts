import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '@answerable/service-kit/log'
import {
  type Worker as BackgroundWorker,
  startWorker as startBackgroundWorker,
} from '@answerable/service-kit/process/worker'

export type Worker = Pick<BackgroundWorker, 'wake' | 'stop'> & {
  /** Resolves when all work that was queued before the call is done. */
  drain: () => Promise<void>
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
  let isAwaited = false

  const pass = async (stopping: AbortSignal): Promise<void> => {
    while (!stopping.aborted) {
      const startedAt = performance.now()
      if (!(await step())) return
      onStep()
      if (!isAwaited) await rest((performance.now() - startedAt) * restFactor, stopping)
    }
  }

  const worker = startBackgroundWorker(
    (stopping) =>
      pass(stopping).catch((error: unknown) =>
        log.warn({ err: error }, 'background work failed, will be retried'),
      ),
    { pollMilliseconds },
  )

  return {
    wake: worker.wake,
    drain: async () => {
      isAwaited = true
      worker.wake()
      await worker.idle()
      isAwaited = false
    },
    stop: worker.stop,
  }
}

/** Ends early, without an error, when the worker stops. */
const rest = (milliseconds: number, stopping: AbortSignal): Promise<void> =>
  delay(milliseconds, undefined, { signal: stopping }).catch(() => {})
