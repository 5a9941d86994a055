import {
  type MergePreview,
  mergeSubmission,
  previewMerge,
  unmergeSubmission,
} from '@answerable/contracts/merges'
import { listAllSubmissions } from '@answerable/contracts/review'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { failedFetch } from '../../api/api-error.ts'
import { call, callWithHeaders } from '../../api/call.ts'
import { listed } from '../../api/listed.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { type Reason, reasonBody } from '../decisions/reason.ts'
import { useDecision } from '../decisions/use-decision.ts'

const mostChoices = 6

export const mergeQueries = {
  /** Public submissions that match the words, to choose the other one. */
  choices: (search: string) =>
    queryOptions({
      queryKey: [...queryKeys.admin, 'merge-choices', search],
      queryFn: ({ signal }) => {
        const query = { search, state: 'public', page: '1', limit: String(mostChoices) } as const
        return callWithHeaders(listAllSubmissions, { query }, { signal }).then(
          listed,
          failedFetch('Failed to fetch submissions'),
        )
      },
      staleTime: 5_000,
      placeholderData: keepPreviousData,
    }),

  preview: (id: string, into: string) =>
    queryOptions({
      queryKey: [...queryKeys.admin, 'merge-preview', id, into],
      queryFn: ({ signal }) =>
        call(previewMerge, { params: { id }, query: { into } }, { signal }).catch(
          failedFetch('Failed to fetch the preview'),
        ),
      staleTime: 0,
    }),
}

type Options = { onDecided: () => void; onConflict: () => void }

/** Merges two submissions as previewed. */
export const useMerge = ({ from, into }: MergePreview, options: Options) =>
  useDecision({
    requestOf: ({ reason }: { reason: Reason }) => ({
      params: { id: from.id },
      body: {
        into: into.id,
        ...reasonBody(reason),
        expectedVersion: from.version,
        expectedIntoVersion: into.version,
      },
    }),
    send: (request, options) => call(mergeSubmission, request, options),
    done: () => ({ title: 'Boycotts merged', description: 'You can undo this for 30 days.' }),
    failed: () => 'Failed to merge the boycotts',
    submissionId: from.id,
    ...options,
  })

export const useUnmerge = (id: string, options: Options) =>
  useDecision({
    requestOf: ({ reason }: { reason: Reason }) => ({
      params: { id },
      body: reasonBody(reason),
    }),
    send: (request, options) => call(unmergeSubmission, request, options),
    done: () => ({ title: 'Merge undone', description: 'Both boycotts are public again.' }),
    failed: () => 'Failed to undo the merge',
    submissionId: id,
    ...options,
  })
