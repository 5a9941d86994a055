import { createHash } from 'node:crypto'
import { concurrencyLimit, overloaded } from '@answerable/service-kit/calls/concurrency-limit'
import { withTimeout } from '@answerable/service-kit/calls/with-timeout'
import { AppError } from '@answerable/service-kit/errors'
import type { LimitedLog } from '@answerable/service-kit/observability/limited-log'
import { LRUCache } from 'lru-cache'
import { drawingThread } from './drawing-thread.ts'
import type { PictureContent } from './picture.ts'

export type DrawnPicture = { etag: string; png: Buffer }

export type Pictures = {
  /** The picture of this content, if it has been drawn. */
  find: (content: PictureContent) => DrawnPicture | undefined
  /** Whether this content is being drawn or waits for it. */
  isDrawing: (content: PictureContent) => boolean
  /** Resolves when this content is not being drawn any more. */
  settled: (content: PictureContent) => Promise<void>
  /**
   * Requests for the same content share one drawing. Throws `unavailable` if too many wait, it fails, or it takes
   * longer than a request waits. In the last case it goes on, and a later request finds the picture.
   */
  draw: (content: PictureContent) => Promise<DrawnPicture>
  close: () => Promise<void>
}

type Settings = {
  /** Script of the thread. */
  module: URL
  /** Of the cache. */
  bytes: number
  waiting: number
  /** How long a request waits. */
  waitMilliseconds: number
  /** How long a picture waits for its turn at most, and how long drawing it takes at most. */
  drawMilliseconds: number
}

const defaults: Settings = {
  module: new URL('thread.ts', import.meta.url),
  bytes: 16 * 1_048_576,
  waiting: 20,
  waitMilliseconds: 8_000,
  // On a busy machine, the first picture of a thread takes long: with a shorter limit, every thread would end before it.
  drawMilliseconds: 60_000,
}

/** Without work, the thread ends and frees its memory. */
const idleMilliseconds = 60_000

/** Raised when the same content is drawn in another way. */
const drawingVersion = 2

/**
 * Draws pictures one after the other in a thread of their own, and caches them by content: a picture never shows
 * a former text, and is drawn again only for other content.
 */
export const openPictures = (log: LimitedLog, settings: Partial<Settings> = {}): Pictures => {
  const { module, bytes, waiting, waitMilliseconds, drawMilliseconds } = {
    ...defaults,
    ...settings,
  }
  const drawn = new LRUCache<string, DrawnPicture>({
    maxSize: bytes,
    sizeCalculation: ({ png }) => png.length + 500,
  })
  const inFlight = new Map<string, Promise<DrawnPicture>>()
  const thread = drawingThread(module, idleMilliseconds)
  const inTurn = concurrencyLimit({ running: () => 1, waiting })
  const closing = new AbortController()

  const drawNow = (key: string, content: PictureContent): Promise<DrawnPicture> => {
    const tooLate = AbortSignal.timeout(drawMilliseconds)
    return inTurn(async () => {
      // Drawing has a time limit of its own: a wait in the queue must not end a thread that works.
      tooLate.throwIfAborted()
      const signal = AbortSignal.any([AbortSignal.timeout(drawMilliseconds), closing.signal])
      const { png } = await thread.draw(content, signal)
      const picture = { etag: `W/"${key}"`, png: Buffer.from(png) }
      drawn.set(key, picture)
      return picture
    })
  }

  const begin = (key: string, content: PictureContent): Promise<DrawnPicture> => {
    const begun = drawNow(key, content).finally(() => inFlight.delete(key))
    inFlight.set(key, begun)
    // Its requests may have left.
    begun.catch((err: unknown) => {
      if (err !== overloaded && !closing.signal.aborted)
        log.write('warn', { err }, 'a picture was not drawn')
    })
    return begun
  }

  return {
    find: (content) => drawn.get(keyOf(content)),
    isDrawing: (content) => inFlight.has(keyOf(content)),
    settled: async (content) => {
      await Promise.allSettled([inFlight.get(keyOf(content))])
    },
    draw: async (content) => {
      const key = keyOf(content)
      try {
        return await withTimeout(inFlight.get(key) ?? begin(key, content), waitMilliseconds)
      } catch (cause) {
        if (cause instanceof AppError) throw cause
        throw new AppError('unavailable', { retryAfterSeconds: 5, cause })
      }
    },
    close: () => {
      closing.abort()
      return thread.end()
    },
  }
}

const keyOf = (content: PictureContent): string =>
  createHash('sha256')
    .update(JSON.stringify([drawingVersion, content]))
    .digest('base64url')
    .slice(0, 22)
