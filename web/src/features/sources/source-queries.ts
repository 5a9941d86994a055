import { listSources, listSourceVersions } from '@answerable/contracts/sources'
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

  /** What the author said about a link, from the current details on. */
  versions: (id: string, sourceId: string) =>
    queryOptions({
      queryKey: [...queryKeys.sources(id), 'versions', sourceId],
      queryFn: ({ signal }) =>
        call(listSourceVersions, { params: { id, sourceId } }, { signal }).catch(
          failedFetch('Failed to fetch the versions'),
        ),
    }),
}
