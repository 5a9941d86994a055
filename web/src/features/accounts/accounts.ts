import { listAccounts, reinstateAccount, suspendAccount } from '@answerable/contracts/accounts'
import { pageSize } from '@answerable/contracts/paging'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { failedFetch, messageFor } from '../../api/api-error.ts'
import { useAttemptKey } from '../../api/attempt-key.ts'
import { call, callWithHeaders } from '../../api/call.ts'
import { listed } from '../../api/listed.ts'
import { useToast } from '../../ui/toast.tsx'
import { type Reason, reasonBody } from '../decisions/reason.ts'
import { adminKey } from '../review/admin-key.ts'
import { useMemberCall } from '../sign-in/member-call.ts'

export type AccountSearch = {
  page: number
  search: string
  role: 'any' | 'member' | 'admin'
  state: 'any' | 'active' | 'suspended'
}

export const accounts = ({ page, search, role, state }: AccountSearch) =>
  queryOptions({
    queryKey: [...adminKey, 'users', { page, search, role, state }],
    queryFn: ({ signal }) => {
      const query = {
        page: String(page),
        limit: String(pageSize),
        search: search === '' ? undefined : search,
        role: role === 'any' ? undefined : role,
        state: state === 'any' ? undefined : state,
      }
      return callWithHeaders(listAccounts, { query }, { signal }).then(
        listed,
        failedFetch('Failed to fetch accounts'),
      )
    },
    staleTime: 5_000,
    placeholderData: keepPreviousData,
  })

export type AccountDecisionKind = 'suspend' | 'reinstate'

const routes = { suspend: suspendAccount, reinstate: reinstateAccount } as const

const done = {
  suspend: (username: string) => ({
    title: 'Account suspended',
    description: `${username} is signed out everywhere and can no longer write.`,
  }),
  reinstate: (username: string) => ({
    title: 'Account reinstated',
    description: `${username} can sign in and write again.`,
  }),
} as const

const failed = {
  suspend: 'Failed to suspend the account',
  reinstate: 'Failed to reinstate the account',
} as const

/** Suspends or reinstates; nothing is shown as done before the answer says so. */
export const useDecideOnAccount = (accountId: string, onDecided: () => void) => {
  const client = useQueryClient()
  const toast = useToast()
  const memberCall = useMemberCall()
  const { headersFor, onSettled } = useAttemptKey()
  return useMutation({
    mutationFn: ({ kind, reason }: { kind: AccountDecisionKind; reason: Reason }) => {
      const body = reasonBody(reason)
      const headers = headersFor([kind, accountId, body])
      return memberCall(() => call(routes[kind], { params: { id: accountId }, body }, { headers }))
    },
    onSuccess: ({ account }, { kind }) => {
      onDecided()
      toast(done[kind](account.username))
      void client.invalidateQueries({ queryKey: adminKey })
    },
    onError: (error, { kind }) => {
      toast({
        title: 'Error',
        description: messageFor(error, failed[kind]),
        variant: 'destructive',
      })
      void client.invalidateQueries({ queryKey: adminKey })
    },
    onSettled,
  })
}
