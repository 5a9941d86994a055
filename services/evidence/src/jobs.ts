import type { Log } from '@answerable/service-kit/log'
import { startWorker, type Worker } from '@answerable/service-kit/process/worker'

const pollMilliseconds = 1_000

/**
 * Takes jobs that are due and runs at most `maxJobs` of them at once, in the background. Several instances share the
 * work: `claim` takes at most `limit` jobs that no other instance has. A job that throws is due again when its lease
 * ends. `name` is that of the work in log lines.
 */
export const startJobs = <Job>({
  name,
  maxJobs,
  claim,
  run,
  log,
}: {
  name: string
  maxJobs: number
  claim: (limit: number) => Promise<readonly Job[]>
  run: (job: Job, stopping: AbortSignal) => Promise<void>
  log: Log
}): Worker => {
  const running = new Set<Promise<void>>()

  const start = (job: Job, stopping: AbortSignal): void => {
    const ending = run(job, stopping)
      .catch((error: unknown) => log.warn({ err: error }, `${name} failed, will be retried`))
      .finally(() => running.delete(ending))
    running.add(ending)
  }

  const pass = async (stopping: AbortSignal): Promise<void> => {
    while (!stopping.aborted) {
      const free = maxJobs - running.size
      if (free === 0) {
        await Promise.race(running)
        continue
      }
      const jobs = await claim(free)
      for (const job of jobs) start(job, stopping)
      if (jobs.length < free) return
    }
  }

  const worker = startWorker(
    (stopping) =>
      pass(stopping).catch((error: unknown) =>
        log.warn({ err: error }, `${name}: taking jobs failed, will be retried`),
      ),
    { pollMilliseconds },
  )
  return {
    wake: worker.wake,
    idle: async () => {
      await worker.idle()
      await Promise.all(running)
    },
    stop: async () => {
      await worker.stop()
      await Promise.all(running)
    },
  }
}
