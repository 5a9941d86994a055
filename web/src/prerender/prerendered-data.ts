import type { QueryClient } from '@tanstack/react-query'
import { queryKeys } from '../api/query-keys.ts'

/** What a page that was drawn in advance was drawn from. */
export type FirstData = {
  /** Milliseconds since 1970. */
  drawnAt: number
  queries: readonly (readonly [key: readonly unknown[], data: unknown])[]
}

const elementId = 'first-data'

/** An element that holds it as text; no script, so the content security policy has nothing against it. */
export const firstDataElement = (data: FirstData): string => {
  const json = JSON.stringify(data).replaceAll('<', String.raw`\u003c`)
  return `<script type="application/json" id="${elementId}">${json}</script>`
}

/** Null on a page that was not drawn in advance. */
export const readFirstData = (document: Document): FirstData | null => {
  const text = document.getElementById(elementId)?.textContent
  return text ? JSON.parse(text) : null
}

/** The gateway sends a page for so long while nothing that it shows has changed. */
const drawnPageLifetimeMilliseconds = 30_000

/**
 * Fills the cache with what the page was drawn from, which was current when the browser asked for the page
 * at `askedAt` (milliseconds since 1970), unless the browser had kept the page from an earlier visit. Pages
 * are drawn for visitors: that nobody is signed in is stale from the start, and checked after hydration.
 */
export const storeFirstData = (
  client: QueryClient,
  { drawnAt, queries }: FirstData,
  askedAt: number,
): void => {
  const updatedAt = Math.min(askedAt, drawnAt + drawnPageLifetimeMilliseconds)
  client.setQueryData(queryKeys.currentUser, null, { updatedAt: 0 })
  for (const [key, data] of queries) client.setQueryData(key, data, { updatedAt })
}
