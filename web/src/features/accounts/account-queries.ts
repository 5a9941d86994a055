import {
  type Account,
  listAccounts,
  reinstateAccount,
  resetPasskeys,
  suspendAccount,
  voidAccountVotes,
} from '@answerable/contracts/accounts'
import { pageSize } from '@answerable/contracts/paging'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { failedFetch } from '../../api/api-error.ts'
import { call, callWithHeaders } from '../../api/call.ts'
import { listed } from '../../api/listed.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { votesAndJoins } from '../../ui/figures.ts'
import { type Reason, reasonBody } from '../decisions/reason.ts'
import { useDecision } from '../decisions/use-decision.ts'

export type AccountSearch = {
  page: number
  search: string
  role: 'any' | 'member' | 'admin'
  state: 'any' | 'active' | 'suspended'
}

export const accountQueries = {
  list: ({ page, search, role, state }: AccountSearch) =>
    queryOptions({
      queryKey: [...queryKeys.admin, 'users', { page, search, role, state }],
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
    }),
}

export type AccountDecisionKind = 'suspend' | 'reinstate' | 'void-votes' | 'reset-passkeys'

const routes = {
  suspend: suspendAccount,
  reinstate: reinstateAccount,
  'void-votes': voidAccountVotes,
  'reset-passkeys': resetPasskeys,
} as const

type Decided = { account: Account; voteCount?: number; participationCount?: number }

const done = {
  suspend: ({ account: { username } }: Decided) => ({
    title: 'Account suspended',
    description: `${username} is signed out everywhere and can no longer post.`,
  }),
  reinstate: ({ account: { username } }: Decided) => ({
    title: 'Account reinstated',
    description: `${username} can post again.`,
  }),
  'void-votes': ({ account: { username }, ...settled }: Decided) => ({
    title: 'Votes voided',
    description: `${votesAndJoins(settled)} by ${username} will no longer count.`,
  }),
  'reset-passkeys': ({ account: { username } }: Decided) => ({
    title: 'Passkeys reset',
    description: `${username} is signed out everywhere and can add a new passkey within 24 hours.`,
  }),
} as const

const failed = {
  suspend: 'Failed to suspend the account',
  reinstate: 'Failed to reinstate the account',
  'void-votes': 'Failed to void the votes',
  'reset-passkeys': 'Failed to reset the passkeys',
} as const

/**
 * Suspends or reinstates an account, voids its votes or resets its passkeys. The page shows the result only after the response.
 */
export const useDecideOnAccount = (accountId: string, onDecided: () => void) =>
  useDecision({
    requestOf: ({ kind, reason }: { kind: AccountDecisionKind; reason: Reason }) => ({
      kind,
      params: { id: accountId },
      body: reasonBody(reason),
    }),
    send: ({ kind, ...request }, options): Promise<Decided> => call(routes[kind], request, options),
    done: (decided, { kind }) => done[kind](decided),
    failed: ({ kind }) => failed[kind],
    submissionId: null,
    onDecided,
  })
