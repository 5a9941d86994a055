import { readSiteInformation } from '@answerable/contracts/site'
import { queryOptions } from '@tanstack/react-query'
import { failedFetch } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-keys.ts'

export const siteInformationQueries = {
  detail: () =>
    queryOptions({
      queryKey: queryKeys.siteInformation,
      queryFn: ({ signal }) =>
        call(readSiteInformation, {}, { signal }).catch(failedFetch('Failed to fetch the address')),
    }),
}
