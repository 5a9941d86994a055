import { readGeolocation } from '@answerable/contracts/geolocation'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-keys.ts'

export const geolocationQueries = {
  /** Whether this visitor may sign in. Signing in is allowed until it is known. */
  current: () =>
    queryOptions({
      queryKey: queryKeys.geolocation,
      queryFn: ({ signal }) => call(readGeolocation, {}, { signal }),
      staleTime: 300_000,
      retry: 3,
    }),
}
