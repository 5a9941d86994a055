import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PageUrl, Prerenderer } from '@answerable/contracts/prerender'
import { LRUCache } from 'lru-cache'
import type { CacheEntry } from '../cache/cache-entry.ts'
import { encode } from '../routing/content-encoding.ts'
import { type WebFile, type WebFiles, webFileOf } from './web-files.ts'

/** Null when the web was built without a prerenderer. */
export const loadPrerenderer = async (webDirectory: string): Promise<Prerenderer | null> => {
  const file = join(webDirectory, '.prerender/render.js')
  return existsSync(file) ? import(pathToFileURL(file).href) : null
}

export type PrerenderedPages = {
  requestsFor: Prerenderer['requestsFor']
  /** The cached page if it is recent enough to send without its data; else null. */
  recentPage: (url: PageUrl) => Promise<WebFile> | null
  /** The page with this data; null when too many pages are being rendered. */
  page: (url: PageUrl, entries: readonly CacheEntry[]) => Promise<WebFile | null>
  /** After a removal, a page is sent again only if its data has not changed. */
  expireAll: () => void
}

type PrerenderedPage = {
  entries: readonly CacheEntry[]
  /** When the oldest data was requested. */
  requestedAt: number
  renderedAt: number
  file: Promise<WebFile>
}

const maxPages = 200
/** Pages contain relative times. */
const rerenderAfterMilliseconds = 30_000
/** A page that changes often is rendered once in this time. No cached response is fresh for longer. */
const reuseMilliseconds = 1_000
/** Rendering takes several milliseconds of the event loop. */
const maxConcurrentRenders = 4

/** Renders pages for visitors and caches each until its data changes. */
export const prerenderedPages = (
  { requestsFor, render }: Prerenderer,
  { index }: Pick<WebFiles, 'index'>,
  origin: string,
): PrerenderedPages => {
  const cached = new LRUCache<string, PrerenderedPage>({ max: maxPages })
  const template = index.identity.body.toString()
  let renders = 0
  let expiredAt = Number.NEGATIVE_INFINITY

  const recentPage = (url: PageUrl): Promise<WebFile> | null => {
    const found = cached.get(keyOf(url))
    const isRecent =
      found !== undefined &&
      found.requestedAt > expiredAt &&
      performance.now() - found.requestedAt < reuseMilliseconds
    return isRecent ? found.file : null
  }

  const renderPage = async (url: PageUrl, entries: readonly CacheEntry[]): Promise<WebFile> => {
    renders += 1
    try {
      const html = await render(template, {
        ...url,
        responses: entries.map(({ identity, totalCount }) => ({
          body: identity.body.toString(),
          total: totalCount,
        })),
        now: Date.now(),
        origin,
      })
      return await compressed(html)
    } finally {
      renders -= 1
    }
  }

  return {
    requestsFor,
    recentPage,
    page: async (url, entries) => {
      const recent = recentPage(url)
      if (recent !== null) return recent
      const key = keyOf(url)
      const found = cached.get(key)
      if (found !== undefined && isUpToDate(found, entries)) return found.file
      if (renders >= maxConcurrentRenders) return null
      const file = renderPage(url, entries)
      const renderedAt = performance.now()
      const requestedAt = Math.min(renderedAt, ...entries.map((entry) => entry.requestedAt))
      cached.set(key, { entries, requestedAt, renderedAt, file })
      file.catch(() => cached.delete(key))
      return file
    },
    expireAll: () => {
      expiredAt = performance.now()
    },
  }
}

const keyOf = ({ path, search }: PageUrl): string => `${path}${search}`

const isUpToDate = (page: PrerenderedPage, entries: readonly CacheEntry[]): boolean =>
  performance.now() - page.renderedAt < rerenderAfterMilliseconds &&
  page.entries.length === entries.length &&
  page.entries.every(({ etag }, at) => etag === entries[at]?.etag)

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
