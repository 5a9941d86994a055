import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { LRUCache } from 'lru-cache'
import type { CacheEntry } from '../cache/cache-entry.ts'
import { encode } from '../routing/content-encoding.ts'
import { type WebFile, type WebFiles, webFileOf } from './web-files.ts'

type Place = {
  /** Without the query. */
  path: string
  /** The query with its question mark, or ''. */
  search: string
}

/** What the build of the web leaves for drawing a page in advance. */
export type Prerenderer = {
  /** Where the API is to be asked before; null for a page that is not drawn in advance. */
  requestsFor: (path: string, search: string) => readonly string[] | null
  render: (
    index: string,
    page: Place & { answers: readonly { body: string; total: string | null }[]; now: number },
  ) => Promise<string>
}

/** Null for a web that was built without it. */
export const loadPrerenderer = async (webDirectory: string): Promise<Prerenderer | null> => {
  const file = join(webDirectory, '.prerender/render.js')
  return existsSync(file) ? import(pathToFileURL(file).href) : null
}

export type PrerenderedPages = {
  requestsFor: Prerenderer['requestsFor']
  /** The page as it was a moment ago, or null when its answers must be read first. */
  recentPageOf: (place: Place) => Promise<WebFile> | null
  /** The page made of these answers, or null where it cannot be made now. */
  pageOf: (place: Place, answers: readonly CacheEntry[]) => Promise<WebFile | null>
  /** Something was removed: pages made of earlier answers are used only while their answers are the same. */
  expireAll: () => void
}

type PrerenderedPage = {
  answers: readonly CacheEntry[]
  /** When the first of the answers was asked for. */
  askedAt: number
  renderedAt: number
  file: Promise<WebFile>
}

const maxPages = 200
/** Pages tell how long ago something was. */
const rerenderAfterMilliseconds = 30_000
/** However often a page changes, for so long it is not drawn again. No answer that is shared is older. */
const reuseMilliseconds = 1_000
/** A page takes some milliseconds of the one thread that answers everybody. */
const maxConcurrentRenders = 4

/** Pages drawn for visitors, each kept until what it shows has changed. */
export const prerenderedPages = (
  { requestsFor, render }: Prerenderer,
  { index }: WebFiles,
): PrerenderedPages => {
  const kept = new LRUCache<string, PrerenderedPage>({ max: maxPages })
  const template = index.identity.body.toString()
  let underWay = 0
  let expiredAt = Number.NEGATIVE_INFINITY

  const recentPageOf = (place: Place): Promise<WebFile> | null => {
    const found = kept.get(keyOf(place))
    const isRecent =
      found !== undefined &&
      found.askedAt > expiredAt &&
      performance.now() - found.askedAt < reuseMilliseconds
    return isRecent ? found.file : null
  }

  const rerender = async (place: Place, answers: readonly CacheEntry[]): Promise<WebFile> => {
    underWay += 1
    try {
      const html = await render(template, {
        ...place,
        answers: answers.map(({ identity, total }) => ({ body: identity.body.toString(), total })),
        now: Date.now(),
      })
      return await compressed(html)
    } finally {
      underWay -= 1
    }
  }

  return {
    requestsFor,
    recentPageOf,
    pageOf: async (place, answers) => {
      const recent = recentPageOf(place)
      if (recent !== null) return recent
      const key = keyOf(place)
      const found = kept.get(key)
      if (found !== undefined && isMadeOf(found, answers)) return found.file
      if (underWay >= maxConcurrentRenders) return null
      const file = rerender(place, answers)
      const renderedAt = performance.now()
      const askedAt = Math.min(renderedAt, ...answers.map((answer) => answer.askedAt))
      kept.set(key, { answers, askedAt, renderedAt, file })
      file.catch(() => kept.delete(key))
      return file
    },
    expireAll: () => {
      expiredAt = performance.now()
    },
  }
}

const keyOf = ({ path, search }: Place): string => `${path}${search}`

const isMadeOf = (drawn: PrerenderedPage, answers: readonly CacheEntry[]): boolean =>
  performance.now() - drawn.renderedAt < rerenderAfterMilliseconds &&
  drawn.answers.length === answers.length &&
  drawn.answers.every(({ etag }, at) => etag === answers[at]?.etag)

const compressed = async (html: string): Promise<WebFile> => {
  const plain = Buffer.from(html)
  const [br, gz] = await Promise.all([encode(plain, 'br'), encode(plain, 'gzip')])
  const path = '/index.html'
  return webFileOf(
    path,
    new Map([
      [path, plain],
      [`${path}.br`, br],
      [`${path}.gz`, gz],
    ]),
  )
}
