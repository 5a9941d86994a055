import { createHash } from 'node:crypto'
import { overloaded } from '@answerable/service-kit/calls/concurrency-limit'
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
  /** Requests for the same content share one drawing. Throws `unavailable` if too many wait or it takes too long. */
  draw: (content: PictureContent) => Promise<DrawnPicture>
  close: () => Promise<void>
}

type Bounds = { bytes: number; waiting: number; milliseconds: number }

const defaultBounds: Bounds = {
  bytes: 16 * 1_048_576,
  waiting: 20,
  /** With the time in the queue. */
  milliseconds: 8_000,
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
  const { bytes, waiting, milliseconds } = { ...defaultBounds, ...bounds }
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
    const signal = AbortSignal.timeout(milliseconds)
    try {
      // The thread of a task that takes too long is ended.
      const { png, hasGrown }: Drawing = await threads.run(content, { signal })
      // The next picture is drawn by a new thread.
      if (hasGrown) threads.recycleWorkers().catch(() => {})
      const picture = { etag: `W/"${key}"`, png: Buffer.from(png) }
      drawn.set(key, picture)
      return picture
    } catch (cause) {
      throw new AppError('unavailable', { retryAfterSeconds: 5, cause })
    }
  }

  return {
    find: (content) => drawn.get(keyOf(content)),
    isDrawing: (content) => inFlight.has(keyOf(content)),
    draw: (content) => {
      const key = keyOf(content)
      const shared = inFlight.get(key)
      if (shared !== undefined) return shared
      const drawing = drawNow(key, content).finally(() => inFlight.delete(key))
      inFlight.set(key, drawing)
      return drawing
    },
    close: () => threads.destroy(),
  }
}

const keyOf = (content: PictureContent): string =>
  createHash('sha256')
    .update(JSON.stringify([drawingVersion, content]))
    .digest('base64url')
    .slice(0, 22)
