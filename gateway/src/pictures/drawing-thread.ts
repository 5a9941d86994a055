import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { startThread } from '@answerable/service-kit/process/thread'
import type { Drawing } from './draw.ts'
import type { PictureContent } from './picture.ts'

export type DrawingThread = {
  /**
   * Draws one picture; the next call must wait for its end. Rejects if drawing fails or the signal is aborted. Then the
   * thread ends, and the next picture gets a new one.
   */
  draw: (content: PictureContent, signal: AbortSignal) => Promise<Drawing>
  end: () => Promise<void>
}

/** A thread that starts with the first picture, and ends after this time without work to free its memory. */
export const drawingThread = (module: URL, idleMilliseconds: number): DrawingThread => {
  let thread: Worker | null = null
  let idle: NodeJS.Timeout | undefined

  const start = (): Worker => {
    const started = startThread(module, { name: 'draw' })
    // Without a listener, an error of an idle thread would end the gateway.
    started.on('error', () => {
      if (thread === started) thread = null
    })
    return started
  }

  const end = async (): Promise<void> => {
    const ended = thread
    thread = null
    await ended?.terminate()
  }

  return {
    draw: async (content, signal) => {
      signal.throwIfAborted()
      clearTimeout(idle)
      thread ??= start()
      const response = once(thread, 'message', { signal })
      thread.postMessage(content)
      try {
        const [drawing] = (await response) as [Drawing]
        if (drawing.hasGrown) await end()
        return drawing
      } catch (error) {
        await end()
        throw signal.aborted ? signal.reason : error
      } finally {
        idle = setTimeout(() => void end(), idleMilliseconds).unref()
      }
    },
    end,
  }
}
