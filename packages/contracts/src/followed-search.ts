import * as z from 'zod/mini'
import { countryCode } from './places.ts'
import { route } from './route.ts'
import {
  type FollowedSearch,
  followedTextLimits,
  queryOfSearchKey,
  searchKeyOf,
} from './search-key.ts'
import { category, submissionId } from './submissions.ts'
import { line } from './text.ts'

/** A search that a member follows. */
export const followedSearch = z.strictObject({
  q: line(followedTextLimits),
  category: z.optional(category),
  country: z.optional(countryCode),
})

/** The search of a key; null if it is not the key of a search. */
export const searchOfKey = (key: string): FollowedSearch | null => {
  const result = followedSearch.safeParse(queryOfSearchKey(key))
  return result.success && searchKeyOf(result.data) === key ? result.data : null
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
