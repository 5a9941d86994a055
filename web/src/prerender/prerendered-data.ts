import type { QueryClient } from '@tanstack/react-query'
import { queryKeys } from '../api/query-keys.ts'
import type { MarkdownTree } from '../ui/markdown/tree.ts'

/** Data that a page was prerendered with. */
export type PrerenderedData = {
  /** Milliseconds since 1970. */
  renderedAt: number
  queries: readonly (readonly [key: readonly unknown[], data: unknown])[]
  /** Parsed texts, so that the browser need not load the parser. */
  markdown: readonly (readonly [text: string, tree: MarkdownTree])[]
}

const elementId = 'first-data'

/** An element with the data as text. It is not executable, so the content security policy allows it. */
export const prerenderedDataElement = (data: PrerenderedData): string => {
  const json = JSON.stringify(data).replaceAll('<', String.raw`\u003c`)
  return `<script type="application/json" id="${elementId}">${json}</script>`
}

/** Null on a page that was not prerendered. */
export const readPrerenderedData = (document: Document): PrerenderedData | null => {
  const text = document.getElementById(elementId)?.textContent
  return text ? JSON.parse(text) : null
}

/** How long the gateway serves a page whose data does not change. */
const pageLifetimeMilliseconds = 30_000

/**
 * Fills the cache with the page's data, which was current when the browser requested the page at
 * `requestedAt` (milliseconds since 1970), unless the page came from the browser's cache. Pages are
 * prerendered for signed-out visitors: the current user is stale from the start and is fetched after
 * hydration.
 */
export const cachePrerenderedData = (
  client: QueryClient,
  { renderedAt, queries }: Omit<PrerenderedData, 'markdown'>,
  requestedAt: number,
): void => {
  const updatedAt = Math.min(requestedAt, renderedAt + pageLifetimeMilliseconds)
  client.setQueryData(queryKeys.currentUser, null, { updatedAt: 0 })
  for (const [key, data] of queries) client.setQueryData(key, data, { updatedAt })
}
