import type { IncomingMessage } from 'node:http'
import { pathOf, type Route } from '@answerable/contracts/route'
import { LRUCache } from 'lru-cache'

type Request = Pick<IncomingMessage, 'url'>

/** Cache keys of a route: its path and query in one canonical form. */
export type Keys = {
  /** Null where the route would refuse the request or does not declare its query: made-up URLs are not cached. */
  of: (request: Request) => string | null
  /** Whether the key is known without parsing the query. */
  isKnown: (request: Request) => boolean
}

const maxUrlLength = 200
/** More than there are cache entries, so that a URL without a known key is hardly ever cached. */
const maxKnownUrls = 4_000

/** The key is the path to call, with every declared parameter in the order of its contract. */
export const keysOfRoute = ({ query }: Route): Keys => {
  if (query === undefined) {
    return {
      of: ({ url = '' }) => (isShort(url) && !url.includes('?') ? url : null),
      isKnown: () => true,
    }
  }
  const known = new LRUCache<string, string>({ max: maxKnownUrls })
  return {
    of: ({ url = '' }) => {
      const found = known.get(url)
      if (found !== undefined) return found
      const key = isShort(url) ? normalised(query, url) : null
      if (key !== null) known.set(url, key)
      return key
    },
    isKnown: ({ url = '' }) => known.has(url),
  }
}

const isShort = (url: string): boolean => url.length <= maxUrlLength

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
