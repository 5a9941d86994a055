import { listMutes } from '@answerable/contracts/mutes'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-keys.ts'

const mutesQuery = () =>
  queryOptions({
    queryKey: queryKeys.mutes,
    queryFn: ({ signal }) => call(listMutes, {}, { signal }),
  })

/** Whether the signed-in member has muted a member. Until the list is read, nobody is muted. */
export const useMuted = (username: string | undefined): ((author: string) => boolean) => {
  const { data } = useQuery({ ...mutesQuery(), enabled: username !== undefined })
  return useMemo(() => {
    const muted = new Set(data?.map((mute) => mute.username))
    return (author) => muted.has(author)
  }, [data])
}
