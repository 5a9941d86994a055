import type { IncomingMessage } from 'node:http'
import { pathOf, type Route } from '@answerable/contracts/route'
import { LRUCache } from 'lru-cache'

/** What may be kept of a route is kept under the path and query that say the same in one way. */
export type KeyOf = (request: Pick<IncomingMessage, 'url'>) => string | null

const longestUrl = 200
const rememberedUrls = 1_000

/**
 * Answers the path to ask for, with every declared parameter in its place, or null where the route would
 * refuse it or knows nothing of it: what is made up by strangers is kept nowhere.
 */
export const keyOfRoute = (route: Route): KeyOf => {
  const { query } = route
  if (query === undefined) {
    return ({ url = '' }) => (isShort(url) && !url.includes('?') ? url : null)
  }
  const known = new LRUCache<string, string>({ max: rememberedUrls })
  return ({ url = '' }) => {
    const found = known.get(url)
    if (found !== undefined) return found
    const key = isShort(url) ? normalised(query, url) : null
    if (key !== null) known.set(url, key)
    return key
  }
}

const isShort = (url: string): boolean => url.length <= longestUrl

const normalised = (query: NonNullable<Route['query']>, url: string): string | null => {
  const queryAt = url.indexOf('?')
  const path = queryAt === -1 ? url : url.slice(0, queryAt)
  const given = new URLSearchParams(queryAt === -1 ? '' : url.slice(queryAt))
  const names = [...given.keys()]
  if (new Set(names).size !== names.length) return null
  const parsed = query.safeParse(Object.fromEntries(given))
  if (!parsed.success) return null
  return pathOf({ path: path as Route['path'] } as Route, { query: parsed.data })
}
