import { pages } from '@answerable/contracts/pages'
import type { OwnBoycott } from '@answerable/contracts/participation'
import { readStored, removeStored, writeStored } from '../../platform/storage.ts'
import { keptKey } from './kept-key.ts'

/** Also in the worker, public/my-boycotts-worker.js. */
const cacheName = 'answerable-my-boycotts'
const workerPath = '/my-boycotts-worker.js'
/** The files of the page, which the build lists: build/my-boycotts-files.ts. */
const filesPath = '/my-boycotts-files.json'
const listPath = `${pages.myBoycotts}/list`

/** A session ends after 30 days at most, and a browser without a connection cannot ask whether it has ended. */
const maxAgeMilliseconds = 30 * 86_400_000

export type KeptList = { userId: string; savedAt: number; boycotts: readonly OwnBoycott[] }

/**
 * Keeps the page and the list of a member for reading without a connection: the document, its files and the list are
 * in a cache, from which a worker serves the document and its files when the network fails. Browsers without caches
 * keep nothing.
 */
export const keepList = async (userId: string, boycotts: readonly OwnBoycott[]): Promise<void> => {
  if (!('caches' in window) || !('serviceWorker' in navigator)) return
  writeStored(keptKey, userId)
  const cache = await caches.open(cacheName)
  const list: KeptList = { userId, savedAt: Date.now(), boycotts }
  await cache.put(listPath, Response.json(list))
  await keepPage(cache)
  await navigator.serviceWorker.register(workerPath, {
    scope: pages.myBoycotts,
    updateViaCache: 'none',
  })
  // The member may have logged out in the meantime.
  if (readStored(keptKey) !== userId) await forgetList()
}

/** Stores the current document with its files, and deletes those of former releases. */
const keepPage = async (cache: Cache): Promise<void> => {
  const [page, listing] = await Promise.all([
    fetch(pages.myBoycotts, { cache: 'no-cache' }),
    fetch(filesPath, { cache: 'no-cache' }),
  ])
  if (!page.ok || !listing.ok) return
  const html = await page.clone().text()
  const listed: string[] = await listing.json()
  const named = Array.from(html.matchAll(/"(\/assets\/[^"]+)"/g), ([, path]) => path ?? '')
  const files = new Set([...listed, ...named])
  const known = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
  await cache.addAll([...files].filter((path) => !known.has(path)))
  await cache.put(pages.myBoycotts, page)
  for (const path of known) {
    if (path.startsWith('/assets/') && !files.has(path)) await cache.delete(path)
  }
}

/** The kept list; null if there is none, or if it is older than any session. */
export const readKeptList = async (): Promise<KeptList | null> => {
  if (!('caches' in window)) return null
  const response = await caches.match(listPath, { cacheName })
  const list: KeptList | undefined = await response?.json()
  if (list === undefined || list.userId !== readStored(keptKey)) return null
  return Date.now() - list.savedAt > maxAgeMilliseconds ? null : list
}

/** Deletes the kept page and list, and the worker. */
export const forgetList = async (): Promise<void> => {
  removeStored(keptKey)
  if (!('caches' in window) || !('serviceWorker' in navigator)) return
  await caches.delete(cacheName)
  const registration = await navigator.serviceWorker.getRegistration(pages.myBoycotts)
  await registration?.unregister()
}
