import { readSiteInformation } from '@answerable/contracts/site'
import { queryOptions } from '@tanstack/react-query'
import { failedFetch } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'

export const siteInformation = () =>
  queryOptions({
    queryKey: ['api', 'site'],
    queryFn: ({ signal }) =>
      call(readSiteInformation, {}, { signal }).catch(failedFetch('Failed to fetch the address')),
  })
