import { type OwnAccount, readOwnAccount } from '@answerable/contracts/own-account'
import type { CurrentUser } from '@answerable/contracts/sign-in'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { failedFetch } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { currentUserKey } from '../sign-in/current-user.ts'
import { boycottsKey } from '../submissions/submissions.ts'

export const ownAccountKey = ['api', 'account'] as const

/** The account and its sessions; read anew whenever the page is opened. */
export const ownAccount = () =>
  queryOptions({
    queryKey: ownAccountKey,
    queryFn: ({ signal }): Promise<OwnAccount> =>
      call(readOwnAccount, {}, { signal }).catch(failedFetch('Failed to fetch your account')),
    staleTime: 0,
  })

/** Shows the account as it was answered, everywhere at once. */
export const useChangedUser = () => {
  const client = useQueryClient()
  return (user: CurrentUser) => {
    client.setQueryData(currentUserKey, user)
    client.setQueryData<OwnAccount>(ownAccountKey, (account) => account && { ...account, user })
    void client.invalidateQueries({ queryKey: boycottsKey })
  }
}
