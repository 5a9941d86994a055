import { once } from 'node:events'
import { startThread } from '@answerable/service-kit/process/thread'
import type { Config } from '../config.ts'

/** In MB. The young generation is small, because the objects of a batch live only for a moment. */
const heap = { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 96 }

/** A thread that still waits for a server is ended this long after `stopping`. */
const stopMilliseconds = 2_000

/**
 * Takes a due snapshot in a thread, whose memory is returned when it ends. Returns whether it succeeded; the thread
 * logs its errors. Throws if the thread failed in another way.
 */
export const runThread = async (
  config: Config,
  stopping: AbortSignal,
  patienceMilliseconds = stopMilliseconds,
): Promise<boolean> => {
  const thread = startThread(new URL('main.ts', import.meta.url), {
    name: 'snapshot',
    workerData: config,
    resourceLimits: heap,
  })
  let deadline: NodeJS.Timeout | undefined
  let wasEnded = false
  const stop = (): void => {
    thread.postMessage('stop')
    deadline = setTimeout(() => {
      wasEnded = true
      void thread.terminate()
    }, patienceMilliseconds)
  }
  if (stopping.aborted) stop()
  stopping.addEventListener('abort', stop, { once: true })
  try {
    const [code] = await once(thread, 'exit')
    // A thread that is ended before its program starts also has code 0.
    return code === 0 && !wasEnded
  } finally {
    clearTimeout(deadline)
    stopping.removeEventListener('abort', stop)
  }
}
