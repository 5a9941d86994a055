import {
  changeFollowSettings,
  type Follow,
  type FollowKind,
  type FollowSettings,
  followThing,
  listFollows,
  readFollowSettings,
  unfollowThing,
} from '@answerable/contracts/follows'
import { pageSize } from '@answerable/contracts/paging'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { failedFetch, messageFor } from '../../api/api-error.ts'
import { call, callWithHeaders } from '../../api/call.ts'
import { type Listed, listed } from '../../api/listed.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { useSavedState } from '../../api/use-saved-state.ts'
import { useMemberCall } from '../../session/member-call.ts'
import { useToast } from '../../ui/toast.tsx'

const settingsKey = [...queryKeys.follows, 'settings'] as const

/** A thing that can be followed. */
export type Thing = { kind: FollowKind; key: string }

export const followQueries = {
  /** Whether the member follows the thing. */
  one: ({ kind, key }: Thing) =>
    queryOptions({
      queryKey: [...queryKeys.follows, 'one', kind, key],
      queryFn: async ({ signal }): Promise<boolean> =>
        (await call(listFollows, { query: { kind, key, limit: '1' } }, { signal })).length > 0,
    }),

  /** What the member follows, newest first. */
  list: (page: number) =>
    queryOptions({
      queryKey: [...queryKeys.follows, 'list', page],
      queryFn: ({ signal }): Promise<Listed<Follow>> => {
        const query = { page: String(page), limit: String(pageSize) }
        return callWithHeaders(listFollows, { query }, { signal }).then(
          listed,
          failedFetch('Failed to fetch what you follow'),
        )
      },
      staleTime: 0,
      placeholderData: keepPreviousData,
    }),

  settings: () =>
    queryOptions({
      queryKey: settingsKey,
      queryFn: ({ signal }): Promise<FollowSettings> =>
        call(readFollowSettings, {}, { signal }).catch(
          failedFetch('Failed to fetch your settings for follows'),
        ),
      staleTime: 0,
    }),
}

/** Saves a setting, and shows it at once. */
export const useChangeFollowSettings = () => {
  const memberCall = useMemberCall()
  return useSavedState({
    queryKey: settingsKey,
    save: (body: FollowSettings) => memberCall(() => call(changeFollowSettings, { body })),
    changed: (_settings: FollowSettings, body) => body,
  })
}

/** Follows a thing or stops following it; buttons show it at once. */
export const useFollow = (thing: Thing) => {
  const client = useQueryClient()
  const toast = useToast()
  const memberCall = useMemberCall()
  const { queryKey } = followQueries.one(thing)
  return useMutation({
    // One request at a time, so that the last choice wins.
    scope: { id: queryKey.join(' ') },
    mutationKey: queryKey,
    mutationFn: (follow: boolean) =>
      memberCall(() => call(follow ? followThing : unfollowThing, { params: thing })),
    onMutate: async (follow) => {
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, follow)
    },
    onError: (error, follow) => {
      // Keep showing a later choice that is still waiting.
      if (client.isMutating({ mutationKey: queryKey }) === 1) {
        client.setQueryData(queryKey, !follow)
        // The change may have been stored although the response was lost: fetch the current state.
        void client.invalidateQueries({ queryKey })
      }
      toast({
        title: 'Error',
        description: messageFor(error, follow ? 'Failed to follow' : 'Failed to stop following'),
        variant: 'destructive',
      })
    },
    onSettled: () => client.invalidateQueries({ queryKey: [...queryKeys.follows, 'list'] }),
  })
}
