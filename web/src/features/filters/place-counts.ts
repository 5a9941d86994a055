import { countPlaces } from '@answerable/contracts/places'
import { queryOptions } from '@tanstack/react-query'
import { failedFetch } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { countriesByName } from '../../ui/countries-by-name.ts'

export const placeCountQueries = {
  /** Numbers of submissions and businesses by country. */
  all: () =>
    queryOptions({
      queryKey: queryKeys.placeCounts,
      queryFn: ({ signal }) =>
        call(countPlaces, {}, { signal }).catch(failedFetch('Failed to fetch the countries')),
      staleTime: 60_000,
    }),
}

type Counts = { country: string; boycotts: number; businesses: number }

/** Code and name of each country that has any of these, and of the chosen one, by name. */
export const countryOptions = (
  counts: readonly Counts[] | undefined,
  what: 'boycotts' | 'businesses',
  chosen: string | undefined,
): Record<string, string> => {
  const found = (counts ?? []).filter((one) => one[what] > 0).map(({ country }) => country)
  const codes = new Set(chosen === undefined ? found : [...found, chosen])
  return Object.fromEntries(countriesByName().filter(([code]) => codes.has(code)))
}
