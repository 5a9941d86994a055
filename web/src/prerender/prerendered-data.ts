import type { QueryClient } from '@tanstack/react-query'
import { queryKeys } from '../api/query-keys.ts'

/** Data that a page was prerendered with. */
export type FirstData = {
  /** Milliseconds since 1970. */
  drawnAt: number
  queries: readonly (readonly [key: readonly unknown[], data: unknown])[]
}

const elementId = 'first-data'

/** An element with the data as text. It is not executable, so the content security policy allows it. */
export const firstDataElement = (data: FirstData): string => {
  const json = JSON.stringify(data).replaceAll('<', String.raw`\u003c`)
  return `<script type="application/json" id="${elementId}">${json}</script>`
}

/** Null on a page that was not prerendered. */
export const readFirstData = (document: Document): FirstData | null => {
  const text = document.getElementById(elementId)?.textContent
  return text ? JSON.parse(text) : null
}

/** How long the gateway serves a page whose data does not change. */
const drawnPageLifetimeMilliseconds = 30_000

/**
 * Fills the cache with the page's data, which was current when the browser requested the page at
 * `requestedAt` (milliseconds since 1970), unless the page came from the browser's cache. Pages are
 * prerendered for signed-out visitors: the current user is stale from the start and is fetched after
 * hydration.
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
