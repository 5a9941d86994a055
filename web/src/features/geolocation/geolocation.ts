import { readGeolocation } from '@answerable/contracts/geolocation'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** Whether this visitor may sign in here. Until it is known, signing in is allowed. */
export const geolocation = () =>
  queryOptions({
    queryKey: ['api', 'auth', 'geolocation'],
    queryFn: ({ signal }) => call(readGeolocation, {}, { signal }),
    staleTime: 300_000,
    retry: 3,
  })
