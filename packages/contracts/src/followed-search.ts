import * as z from 'zod/mini'
import { countryCode } from './places.ts'
import { route } from './route.ts'
import { category, submissionId } from './submissions.ts'
import { line } from './text.ts'

/** A search that a member follows. It matches new submissions only, so it has no status, period or order. */
export const followedSearch = z.strictObject({
  q: line({ min: 1, max: 80 }),
  category: z.optional(category),
  country: z.optional(countryCode),
})
export type FollowedSearch = z.output<typeof followedSearch>

/** The key under which a search is followed: its canonical query string in base64url. Equal searches have equal keys. */
export const searchKeyOf = (search: z.input<typeof followedSearch>): string => {
  const { q, category: kind, country } = followedSearch.parse(search)
  const query = new URLSearchParams({
    q: q.toLowerCase(),
    ...(kind === undefined ? {} : { category: kind }),
    ...(country === undefined ? {} : { country }),
  })
  return btoa(query.toString()).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** The search of a key; null if it is not the key of a search. */
export const searchOfKey = (key: string): FollowedSearch | null => {
  try {
    const query = atob(key.replaceAll('-', '+').replaceAll('_', '/'))
    const result = followedSearch.safeParse(Object.fromEntries(new URLSearchParams(query)))
    return result.success && searchKeyOf(result.data) === key ? result.data : null
  } catch {
    return null
  }
}

export const maxMatchedSearches = 100

/** The searches, by their place in the list, that find a submission. None finds one that is not in public view. */
export const matchSearches = route({
  service: 'catalog',
  method: 'POST',
  path: '/internal/search/matches',
  access: 'internal',
  callers: ['notifications'],
  body: z.strictObject({
    submissionId,
    searches: z.array(followedSearch).check(z.maxLength(maxMatchedSearches)),
  }),
  response: z.strictObject({ matching: z.array(z.int()) }),
  maxBodyBytes: 131_072,
})
