import {
  listBusinessMerges,
  mergeBusiness,
  previewBusinessMerge,
  unmergeBusiness,
} from '@answerable/contracts/business-merges'
import { queryOptions } from '@tanstack/react-query'
import { failedFetch } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { type Reason, reasonBody } from '../decisions/reason.ts'
import { useDecision } from '../decisions/use-decision.ts'

export const businessMergeQueries = {
  preview: (id: string, into: string) =>
    queryOptions({
      // Not under `admin`: the decision would read the figures of a finished merge again.
      queryKey: [...queryKeys.businesses, 'merge-preview', id, into],
      queryFn: ({ signal }) =>
        call(previewBusinessMerge, { params: { id }, query: { into } }, { signal }).catch(
          failedFetch('Failed to fetch the figures'),
        ),
      staleTime: 0,
      gcTime: 0,
    }),

  /** Merges that are not undone, latest first. */
  list: (id: string) =>
    queryOptions({
      queryKey: [...queryKeys.admin, 'business-merges', id],
      queryFn: ({ signal }) =>
        call(listBusinessMerges, { params: { id } }, { signal }).catch(
          failedFetch('Failed to fetch the merges'),
        ),
      staleTime: 5_000,
    }),
}

type MergeInput = { id: string; into: string; reason: Reason }

/** Merges a business into another one. */
export const useMergeBusiness = (onDecided: () => void) =>
  useDecision({
    requestOf: ({ id, into, reason }: MergeInput) => ({
      params: { id },
      body: { into, ...reasonBody(reason) },
    }),
    send: (request, options) => call(mergeBusiness, request, options),
    done: () => ({ title: 'Businesses merged', description: 'You can undo this for 30 days.' }),
    failed: () => 'Failed to merge the businesses',
    submissionId: null,
    onDecided,
    onConflict: onDecided,
  })

/** Undoes the merge of a business. */
export const useUnmergeBusiness = (id: string, onDecided: () => void) =>
  useDecision({
    requestOf: ({ reason }: { reason: Reason }) => ({ params: { id }, body: reasonBody(reason) }),
    send: (request, options) => call(unmergeBusiness, request, options),
    done: ({ business }) => ({ title: 'Merge undone', description: business.name }),
    failed: () => 'Failed to undo the merge',
    submissionId: null,
    onDecided,
    onConflict: onDecided,
  })
