import { type OwnAccount, readOwnAccount } from '@answerable/contracts/own-account'
import type { CurrentUser } from '@answerable/contracts/sign-in'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { failedFetch } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-keys.ts'

export const ownAccountQueries = {
  /** The account and its sessions, fetched on every visit of the page. */
  detail: () =>
    queryOptions({
      queryKey: queryKeys.ownAccount,
      queryFn: ({ signal }): Promise<OwnAccount> =>
        call(readOwnAccount, {}, { signal }).catch(failedFetch('Failed to fetch your account')),
      staleTime: 0,
    }),
}

/** Stores a changed user in every cached query. */
export const useChangedUser = () => {
  const client = useQueryClient()
  return (user: CurrentUser) => {
    client.setQueryData(queryKeys.currentUser, user)
    client.setQueryData<OwnAccount>(
      queryKeys.ownAccount,
      (account) => account && { ...account, user },
    )
    void client.invalidateQueries({ queryKey: queryKeys.submissions })
  }
}
