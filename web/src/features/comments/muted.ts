import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { mutesQuery } from '../../session/mutes.ts'

/** Whether the signed-in member has muted a member. Until the list is read, nobody is muted. */
export const useMuted = (username: string | undefined): ((author: string) => boolean) => {
  const { data } = useQuery({ ...mutesQuery(), enabled: username !== undefined })
  return useMemo(() => {
    const muted = new Set(data?.map((mute) => mute.username))
    return (author) => muted.has(author)
  }, [data])
}
