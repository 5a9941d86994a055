import { listMutes, type Mute } from '@answerable/contracts/mutes'
import { queryOptions } from '@tanstack/react-query'
import { failedFetch } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { queryKeys } from '../api/query-keys.ts'

/** The members whom the user has muted, newest first. */
export const mutesQuery = () =>
  queryOptions({
    queryKey: queryKeys.mutes,
    queryFn: ({ signal }): Promise<readonly Mute[]> =>
      call(listMutes, {}, { signal }).catch(failedFetch('Failed to fetch the muted members')),
  })
