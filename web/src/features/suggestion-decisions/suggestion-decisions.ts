import {
  type AdminSuggestion,
  acceptSuggestion,
  declineSuggestion,
  listSuggestions,
} from '@answerable/contracts/business-decisions'
import { pageSize } from '@answerable/contracts/paging'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { failedFetch } from '../../api/api-error.ts'
import { call, callWithHeaders } from '../../api/call.ts'
import { listed } from '../../api/listed.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { useDecision } from '../decisions/use-decision.ts'

export type SuggestionListState = 'open' | 'decided'

export const suggestionQueries = {
  list: (state: SuggestionListState, page: number) =>
    queryOptions({
      queryKey: [...queryKeys.admin, 'suggestions', state, page],
      queryFn: ({ signal }) => {
        const query = { state, page: String(page), limit: String(pageSize) }
        return callWithHeaders(listSuggestions, { query }, { signal }).then(
          listed,
          failedFetch('Failed to fetch suggestions'),
        )
      },
      staleTime: 5_000,
      refetchInterval: 30_000,
      placeholderData: keepPreviousData,
    }),
}

type Input = { kind: 'accept' | 'decline'; note: string }

/** Accepts or declines a suggestion. The page shows the result only after the response. */
export const useDecideOnSuggestion = (
  { id, business }: Pick<AdminSuggestion, 'id' | 'business'>,
  onDecided: () => void,
) =>
  useDecision({
    requestOf: ({ kind, note }: Input) => ({ kind, params: { id }, note: note.trim() }),
    send: ({ kind, params, note }, options) =>
      kind === 'accept'
        ? call(acceptSuggestion, { params, body: note === '' ? {} : { note } }, options)
        : call(declineSuggestion, { params, body: { note } }, options),
    done: (_response, { kind }) => ({
      title: kind === 'accept' ? 'Suggestion accepted' : 'Suggestion declined',
      description: business.name,
    }),
    failed: ({ kind }) => `Failed to ${kind} the suggestion`,
    submissionId: null,
    onDecided,
    onConflict: onDecided,
  })
