import { type Mute, muteMember, unmuteMember } from '@answerable/contracts/mutes'
import { pageSize } from '@answerable/contracts/paging'
import {
  listCommentsOfPerson,
  listSubmissionsOfPerson,
  type Person,
  type PersonComment,
  readPerson,
} from '@answerable/contracts/people'
import type { Submission } from '@answerable/contracts/submissions'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { failedFetch, messageFor } from '../../api/api-error.ts'
import { call, callWithHeaders } from '../../api/call.ts'
import { type Listed, listed } from '../../api/listed.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { useMemberCall } from '../../session/member-call.ts'
import { useToast } from '../../ui/toast.tsx'

const freshMilliseconds = 30_000

export const personQueries = {
  detail: (username: string) =>
    queryOptions({
      queryKey: [...queryKeys.people, username],
      queryFn: ({ signal }): Promise<Person> =>
        call(readPerson, { params: { username } }, { signal }).catch(
          failedFetch('Failed to fetch the member'),
        ),
      staleTime: freshMilliseconds,
    }),

  /** Cached like a feed, so that votes change the rows in place. */
  submissions: (username: string, page: number, email: string | undefined) =>
    queryOptions({
      queryKey: [...queryKeys.found, 'of', username, page, email ?? null],
      queryFn: ({ signal }): Promise<Listed<Submission>> =>
        callWithHeaders(
          listSubmissionsOfPerson,
          { params: { username }, query: pageOf(page) },
          { signal },
        ).then(listed, failedFetch('Failed to fetch the boycotts')),
      staleTime: freshMilliseconds,
      placeholderData: keepPreviousData,
    }),

  comments: (username: string, page: number) =>
    queryOptions({
      queryKey: [...queryKeys.people, username, 'comments', page],
      queryFn: ({ signal }): Promise<Listed<PersonComment>> =>
        callWithHeaders(
          listCommentsOfPerson,
          { params: { username }, query: pageOf(page) },
          { signal },
        ).then(listed, failedFetch('Failed to fetch the comments')),
      staleTime: freshMilliseconds,
      placeholderData: keepPreviousData,
    }),
}

const pageOf = (page: number) => ({ page: String(page), limit: String(pageSize) })

/** Mutes a member or ends it; lists show it at once. */
export const useMute = (username: string) => {
  const client = useQueryClient()
  const toast = useToast()
  const memberCall = useMemberCall()
  return useMutation({
    scope: { id: `mute ${username}` },
    mutationFn: (mute: boolean) =>
      memberCall(() => call(mute ? muteMember : unmuteMember, { params: { username } })),
    onSuccess: (_, mute) =>
      client.setQueryData<readonly Mute[]>(queryKeys.mutes, (mutes) => {
        if (mutes === undefined) return undefined
        const others = mutes.filter((one) => one.username !== username)
        return mute ? [{ username, mutedAt: new Date().toISOString() }, ...others] : others
      }),
    onError: (error, mute) => {
      // The change may have been stored although the response was lost: fetch the current state.
      void client.invalidateQueries({ queryKey: queryKeys.mutes })
      toast({
        title: 'Error',
        description: messageFor(error, mute ? 'Failed to mute' : 'Failed to end the mute'),
        variant: 'destructive',
      })
    },
  })
}
