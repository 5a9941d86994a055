import { listSources } from '@answerable/contracts/sources'
import { queryOptions } from '@tanstack/react-query'
import { failedFetch } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-keys.ts'

export const sourceQueries = {
  /** The links in the sources of a submission. */
  list: (id: string) =>
    queryOptions({
      queryKey: queryKeys.sources(id),
      queryFn: ({ signal }) =>
        call(listSources, { params: { id } }, { signal }).catch(
          failedFetch('Failed to fetch the sources'),
        ),
    }),
}
