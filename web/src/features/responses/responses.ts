import {
  listResponseVersions,
  type OfficialResponse,
  type Reply,
  readResponses,
  responseDays,
} from '@answerable/contracts/responses'
import { queryOptions } from '@tanstack/react-query'
import { failedFetch } from '../../api/api-error.ts'
import { call, callWithHeaders } from '../../api/call.ts'
import { listed } from '../../api/listed.ts'
import { queryKeys } from '../../api/query-keys.ts'

export const responseQueries = {
  /** The right of reply of the business of a submission. */
  of: (id: string) =>
    queryOptions({
      queryKey: queryKeys.responses(id),
      queryFn: ({ signal }) =>
        call(readResponses, { params: { id } }, { signal }).catch(
          failedFetch('Failed to fetch the response'),
        ),
      staleTime: 30_000,
    }),

  /** Not below the key of the response: a removed response has no versions to fetch again. */
  versions: ({ id, version }: OfficialResponse) =>
    queryOptions({
      queryKey: queryKeys.responseVersions(id, version),
      queryFn: ({ signal }) =>
        callWithHeaders(listResponseVersions, { params: { id } }, { signal }).then(
          listed,
          failedFetch('Failed to fetch versions'),
        ),
      staleTime: 30_000,
    }),
}

/** Name of the draft of a response. */
export const responseDraft = (submissionId: string): string => `answerable-response-${submissionId}`

/** The id of the element that shows a response; links lead to it. */
export const responseAnchor = (responseId: string): string => `response-${responseId}`

/** The response that the business of the submission may still edit. */
export const ownResponse = ({ business, responses }: Reply): OfficialResponse | undefined =>
  responses.find((one) => one.business.id === business.id)

/** Whether the business had time to respond. */
export const isOverdue = (requestedAt: string, now: number): boolean =>
  now - Date.parse(requestedAt) >= responseDays * 86_400_000
