import { listPasskeys, type OwnPasskeys } from '@answerable/contracts/passkeys'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { failedFetch } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-keys.ts'

export const passkeyQueries = {
  /** Fetched on every visit of the page. */
  list: () =>
    queryOptions({
      queryKey: queryKeys.passkeys,
      queryFn: ({ signal }): Promise<OwnPasskeys> =>
        call(listPasskeys, {}, { signal }).catch(failedFetch('Failed to fetch your passkeys')),
      staleTime: 0,
    }),
}

export const usePasskeysChanged = () => {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: queryKeys.passkeys })
}
