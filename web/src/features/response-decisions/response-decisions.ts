import { pageSize } from '@answerable/contracts/paging'
import {
  approveResponse,
  listResponses,
  type ReviewedResponse,
  removeResponse,
} from '@answerable/contracts/response-decisions'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { failedFetch } from '../../api/api-error.ts'
import { call, callWithHeaders } from '../../api/call.ts'
import { listed } from '../../api/listed.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { type Reason, reasonBody } from '../decisions/reason.ts'
import { useDecision } from '../decisions/use-decision.ts'

export type ResponseListState = 'flagged' | 'removed' | 'all'

export const responseListQueries = {
  list: (state: ResponseListState, page: number) =>
    queryOptions({
      queryKey: [...queryKeys.admin, 'responses', state, page],
      queryFn: ({ signal }) => {
        const query = { state, page: String(page), limit: String(pageSize) }
        return callWithHeaders(listResponses, { query }, { signal }).then(
          listed,
          failedFetch('Failed to fetch responses'),
        )
      },
      staleTime: 5_000,
      refetchInterval: 30_000,
      placeholderData: keepPreviousData,
    }),
}

type Input = { kind: 'approve' | 'remove'; reason: Reason }

/** Approves or removes an official response. */
export const useDecideOnResponse = (
  { id, version, submission, business }: ReviewedResponse,
  onDecided: () => void,
) =>
  useDecision({
    requestOf: ({ kind, reason }: Input) => ({
      kind,
      params: { id },
      body: { ...reasonBody(reason), expectedVersion: version },
    }),
    send: ({ kind, ...request }, options) =>
      call(kind === 'approve' ? approveResponse : removeResponse, request, options),
    done: (_response, { kind }) => ({
      title: kind === 'approve' ? 'Response approved' : 'Response removed',
      description: business.name,
    }),
    failed: ({ kind }) => `Failed to ${kind} the response`,
    submissionId: submission.id,
    onDecided,
    onConflict: onDecided,
  })
