import { createHash } from 'node:crypto'
import { overloaded } from '@answerable/service-kit/calls/concurrency-limit'
import { withTimeout } from '@answerable/service-kit/calls/with-timeout'
import { AppError } from '@answerable/service-kit/errors'
import { LRUCache } from 'lru-cache'
import { Tinypool } from 'tinypool'
import type { Drawing } from './draw.ts'
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

type Bounds = {
  bytes: number
  waiting: number
  /** How long a request waits. */
  waitMilliseconds: number
  /** How long a drawing takes at most, with the time in the queue. */
  drawMilliseconds: number
}

const defaultBounds: Bounds = {
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
export const openPictures = (bounds: Partial<Bounds> = {}): Pictures => {
  const { bytes, waiting, waitMilliseconds, drawMilliseconds } = { ...defaultBounds, ...bounds }
  const drawn = new LRUCache<string, DrawnPicture>({
    maxSize: bytes,
    sizeCalculation: ({ png }) => png.length + 500,
  })
  const inFlight = new Map<string, Promise<DrawnPicture>>()
  const threads = new Tinypool({
    filename: new URL('draw.ts', import.meta.url).href,
    name: 'draw',
    runtime: 'worker_threads',
    minThreads: 0,
    maxThreads: 1,
    maxQueue: waiting,
    idleTimeout: idleMilliseconds,
  })

  const drawNow = async (key: string, content: PictureContent): Promise<DrawnPicture> => {
    if (threads.queueSize >= waiting) throw overloaded
    // The thread of a drawing that takes too long is ended.
    const signal = AbortSignal.timeout(drawMilliseconds)
    const { png, hasGrown }: Drawing = await threads.run(content, { signal })
    // The next picture is drawn by a new thread.
    if (hasGrown) threads.recycleWorkers().catch(() => {})
    const picture = { etag: `W/"${key}"`, png: Buffer.from(png) }
    drawn.set(key, picture)
    return picture
  }

  const begin = (key: string, content: PictureContent): Promise<DrawnPicture> => {
    const drawing = drawNow(key, content).finally(() => inFlight.delete(key))
    inFlight.set(key, drawing)
    return drawing
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
    close: () => threads.destroy(),
  }
}

const keyOf = (content: PictureContent): string =>
  createHash('sha256')
    .update(JSON.stringify([drawingVersion, content]))
    .digest('base64url')
    .slice(0, 22)
