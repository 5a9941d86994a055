import type { IncomingMessage } from 'node:http'
import { pathOf, type Route } from '@answerable/contracts/route'
import { LRUCache } from 'lru-cache'

type Asked = Pick<IncomingMessage, 'url'>

/** What may be kept of a route is kept under the path and query that say the same in one way. */
export type Keys = {
  /** Null where the route would refuse it or knows nothing of it: what strangers make up is kept nowhere. */
  of: (request: Asked) => string | null
  /** Whether the key is found without reading the query. */
  isAtHand: (request: Asked) => boolean
}

const longestUrl = 200
/** Kept answers are fewer, so that what is not at hand is hardly ever kept. */
const rememberedUrls = 4_000

/** Answers the path to ask for, with every declared parameter in its place. */
export const keysOfRoute = ({ query }: Route): Keys => {
  if (query === undefined) {
    return {
      of: ({ url = '' }) => (isShort(url) && !url.includes('?') ? url : null),
      isAtHand: () => true,
    }
  }
  const known = new LRUCache<string, string>({ max: rememberedUrls })
  return {
    of: ({ url = '' }) => {
      const found = known.get(url)
      if (found !== undefined) return found
      const key = isShort(url) ? normalised(query, url) : null
      if (key !== null) known.set(url, key)
      return key
    },
    isAtHand: ({ url = '' }) => known.has(url),
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
