import type { Business } from '@answerable/contracts/businesses'
import { pageSize } from '@answerable/contracts/paging'
import {
  type Matches,
  type SearchResult,
  type SearchType,
  search,
} from '@answerable/contracts/search'
import type { Submission } from '@answerable/contracts/submissions'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { failedFetch } from '../../api/api-error.ts'
import { callWithHeaders } from '../../api/call.ts'
import { type Listed, listed } from '../../api/listed.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { type SearchPlace, searchQueryOf } from './search-place.ts'

type Found<Row> = Listed<Row> & {
  /** By the id of the row. */
  matches: Readonly<Record<string, Matches>>
  /** The text that was searched for instead. */
  correctedTo: string | null
}

const freshMilliseconds = 30_000

export const searchQueries = {
  /** Cached like a feed, so that votes change the rows in place. */
  boycotts: (place: SearchPlace, email: string | undefined) =>
    queryOptions({
      queryKey: [...queryKeys.found, 'search', place, email ?? null],
      queryFn: ({ signal }): Promise<Found<Submission>> =>
        read(place, 'boycotts', signal).then(({ results, ...rest }) => ({
          ...rest,
          rows: results.flatMap((one) => (one.type === 'boycott' ? one.submission : [])),
        })),
      staleTime: freshMilliseconds,
      placeholderData: keepPreviousData,
    }),

  businesses: (place: SearchPlace) =>
    queryOptions({
      queryKey: [...queryKeys.businesses, 'search', place],
      queryFn: ({ signal }): Promise<Found<Business>> =>
        read(place, 'businesses', signal).then(({ results, ...rest }) => ({
          ...rest,
          rows: results.flatMap((one) => (one.type === 'business' ? one.business : [])),
        })),
      staleTime: freshMilliseconds,
      placeholderData: keepPreviousData,
    }),
}

const read = async (place: SearchPlace, type: SearchType, signal: AbortSignal) => {
  const query = {
    ...searchQueryOf(place),
    type,
    page: String(place.page),
    limit: String(pageSize),
  }
  const response = await callWithHeaders(search, { query }, { signal }).catch(
    failedFetch('Failed to search'),
  )
  const { rows: results, total } = listed<SearchResult>(response)
  return {
    results,
    total,
    matches: Object.fromEntries(results.map((one) => [idOf(one), one.matches])),
    correctedTo: decoded(response.headers.get('search-corrected-to')),
  }
}

const idOf = (result: SearchResult): string =>
  result.type === 'boycott' ? result.submission.id : result.business.id

/** Headers hold ASCII only, so the text is percent-encoded. */
const decoded = (value: string | null): string | null => {
  try {
    return value === null ? null : decodeURIComponent(value)
  } catch {
    return value
  }
}
