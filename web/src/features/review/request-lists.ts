import { listSuggestions } from '@answerable/contracts/business-decisions'
import { listClaims } from '@answerable/contracts/claims'
import { pageSize } from '@answerable/contracts/paging'
import { listResponses } from '@answerable/contracts/response-decisions'
import { listUpdates } from '@answerable/contracts/update-decisions'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { failedFetch } from '../../api/api-error.ts'
import { callWithHeaders } from '../../api/call.ts'
import { listed } from '../../api/listed.ts'
import { queryKeys } from '../../api/query-keys.ts'

type Page = { page: string; limit: string }
type Answer<Row> = Promise<{ body: readonly Row[]; headers: Headers }>

const listOf =
  <Row, State extends string>(
    name: string,
    read: (query: Page & { state: State }, options: { signal: AbortSignal }) => Answer<Row>,
  ) =>
  (state: State, page: number) =>
    queryOptions({
      queryKey: [...queryKeys.admin, name, state, page],
      queryFn: ({ signal }) =>
        read({ state, page: String(page), limit: String(pageSize) }, { signal }).then(
          listed,
          failedFetch(`Failed to fetch ${name}`),
        ),
      staleTime: 5_000,
      refetchInterval: 30_000,
      placeholderData: keepPreviousData,
    })

/** A page of what members and businesses have sent, in one state. */
export const requestLists = {
  suggestions: listOf('suggestions', (query: Page & { state: 'open' | 'decided' }, options) =>
    callWithHeaders(listSuggestions, { query }, options),
  ),
  updates: listOf('updates', (query: Page & { state: 'open' | 'decided' }, options) =>
    callWithHeaders(listUpdates, { query }, options),
  ),
  claims: listOf('claims', (query: Page & { state: 'review' | 'verified' }, options) =>
    callWithHeaders(listClaims, { query }, options),
  ),
  responses: listOf(
    'responses',
    (query: Page & { state: 'flagged' | 'removed' | 'all' }, options) =>
      callWithHeaders(listResponses, { query }, options),
  ),
}
