import {
  type Alternative,
  alternativesPageSize,
  listAlternatives,
} from '@answerable/contracts/alternatives'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { failedFetch } from '../../api/api-error.ts'
import { callWithHeaders } from '../../api/call.ts'
import { listed } from '../../api/listed.ts'
import { queryKeys } from '../../api/query-keys.ts'

export const alternativeQueries = {
  /** The alternatives of a submission, most helpful first. */
  of: (submissionId: string) =>
    infiniteQueryOptions({
      queryKey: queryKeys.alternatives(submissionId),
      queryFn: ({ pageParam, signal }) =>
        callWithHeaders(
          listAlternatives,
          { params: { id: submissionId }, query: pageParam === 1 ? {} : { page: `${pageParam}` } },
          { signal },
        ).then(listed, failedFetch('Failed to fetch the alternatives')),
      initialPageParam: 1,
      getNextPageParam: ({ total }, _pages, page) =>
        page * alternativesPageSize < total ? page + 1 : undefined,
      staleTime: 5_000,
    }),
}

/** Name of the draft of an alternative. */
export const alternativeDraft = (submissionId: string): string =>
  `answerable-alternative-${submissionId}`

/** The id of the element that shows an alternative; links lead to it. */
export const alternativeAnchor = (id: string): string => `alternative-${id}`

export const marked = (alternative: Alternative, isHelpful: boolean): Alternative =>
  (alternative.ownHelpful === true) === isHelpful
    ? alternative
    : {
        ...alternative,
        ownHelpful: isHelpful,
        helpful: alternative.helpful + (isHelpful ? 1 : -1),
      }
