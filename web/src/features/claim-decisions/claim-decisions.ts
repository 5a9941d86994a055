import {
  type AdminClaim,
  acceptClaim,
  declineClaim,
  listClaims,
  revokeClaim,
} from '@answerable/contracts/claims'
import { pageSize } from '@answerable/contracts/paging'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { failedFetch } from '../../api/api-error.ts'
import { call, callWithHeaders } from '../../api/call.ts'
import { listed } from '../../api/listed.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { useDecision } from '../decisions/use-decision.ts'

export const claimListQueries = {
  list: (state: 'review' | 'verified', page: number) =>
    queryOptions({
      queryKey: [...queryKeys.admin, 'claims', state, page],
      queryFn: ({ signal }) => {
        const query = { state, page: String(page), limit: String(pageSize) }
        return callWithHeaders(listClaims, { query }, { signal }).then(
          listed,
          failedFetch('Failed to fetch claims'),
        )
      },
      staleTime: 5_000,
      refetchInterval: 30_000,
      placeholderData: keepPreviousData,
    }),
}

type Input = { kind: 'accept' | 'decline' | 'revoke'; note: string }

const done = {
  accept: 'Claim confirmed',
  decline: 'Claim declined',
  revoke: 'Representation ended',
} as const

/** Confirms or declines a claim, or ends a representation. */
export const useDecideOnClaim = (
  { id, business }: Pick<AdminClaim, 'id' | 'business'>,
  onDecided: () => void,
) =>
  useDecision({
    requestOf: ({ kind, note }: Input) => ({ kind, params: { id }, note: note.trim() }),
    send: ({ kind, params, note }, options) => {
      if (kind === 'accept')
        return call(acceptClaim, { params, body: note === '' ? {} : { note } }, options)
      return call(
        kind === 'decline' ? declineClaim : revokeClaim,
        { params, body: { note } },
        options,
      )
    },
    done: (_response, { kind }) => ({ title: done[kind], description: business.name }),
    failed: ({ kind }) => `Failed to ${kind} the claim`,
    submissionId: null,
    onDecided,
    onConflict: onDecided,
  })
