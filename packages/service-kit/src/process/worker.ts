export type Worker = {
  /** Wakes the worker after a commit that left work. */
  wake: () => void
  /** Resolves when no work is in progress and none has been asked for. */
  idle: () => Promise<void>
  /** Stops it and waits until the work in progress has ended. */
  stop: () => Promise<void>
}

/**
 * Runs `work`, which must not throw, after each wake-up and at intervals, never twice at once. Without an interval, it
 * runs after wake-ups only.
 */
export const startWorker = (
  work: (stopping: AbortSignal) => Promise<void>,
  { pollMilliseconds }: { pollMilliseconds: number | null },
): Worker => {
  const stopping = new AbortController()
  let running: Promise<void> | null = null
  let wakeAgain = false

  const loop = async (): Promise<void> => {
    do {
      wakeAgain = false
      await work(stopping.signal)
    } while (wakeAgain && !stopping.signal.aborted)
    running = null
  }

  const wake = (): void => {
    if (stopping.signal.aborted) return
    if (running === null) running = loop()
    else wakeAgain = true
  }

  const timer = pollMilliseconds === null ? undefined : setInterval(wake, pollMilliseconds)
  return {
    wake,
    idle: async () => {
      while (running !== null) await running
    },
    stop: async () => {
      clearInterval(timer)
      stopping.abort()
      await running
    },
  }
}
