import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Config } from '../config.ts'

/** In MB. The young generation is small, because the objects of a batch live only for a moment. */
const heap = { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 96 }

/** After this time, a thread that still waits for a server is ended. */
const stopMilliseconds = 2_000

/**
 * Takes a due snapshot in a thread, whose memory is returned when it ends. Returns whether it succeeded; the thread
 * logs its errors. Throws if the thread failed in another way.
 */
export const runThread = async (config: Config, stopping: AbortSignal): Promise<boolean> => {
  const thread = new Worker(new URL('main.ts', import.meta.url), {
    name: 'snapshot',
    workerData: config,
    resourceLimits: heap,
  })
  let deadline: NodeJS.Timeout | undefined
  const stop = (): void => {
    thread.postMessage('stop')
    deadline = setTimeout(() => void thread.terminate(), stopMilliseconds)
  }
  if (stopping.aborted) stop()
  stopping.addEventListener('abort', stop, { once: true })
  try {
    const [code] = await once(thread, 'exit')
    return code === 0
  } finally {
    clearTimeout(deadline)
    stopping.removeEventListener('abort', stop)
  }
}
