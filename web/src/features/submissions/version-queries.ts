import { listSubmissionVersions } from '@answerable/contracts/submission-versions'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { failedFetch } from '../../api/api-error.ts'
import { callWithHeaders } from '../../api/call.ts'
import { listed } from '../../api/listed.ts'
import { queryKeys } from '../../api/query-keys.ts'

export const versionQueries = {
  /** The texts of a submission, from the current one on. */
  list: (id: string, page: number) =>
    queryOptions({
      queryKey: [...queryKeys.versions(id), page],
      queryFn: ({ signal }) => {
        const query = page === 1 ? {} : { page: String(page) }
        return callWithHeaders(listSubmissionVersions, { params: { id }, query }, { signal }).then(
          listed,
          failedFetch('Failed to fetch the versions'),
        )
      },
      placeholderData: keepPreviousData,
    }),
}
