import type { CurrentUser } from '@answerable/contracts/sign-in'
import { type QueryClient, queryOptions, skipToken, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryKeys } from '../api/query-keys.ts'

/** What only the signed-in user reads. */
const ownKeys = [
  queryKeys.admin,
  queryKeys.notifications,
  queryKeys.unread,
  queryKeys.follows,
  queryKeys.ownAccount,
  queryKeys.notificationPreferences,
]

/** Changes the signed-in user in all tabs, and invalidates everything that depends on it. */
export const useSetCurrentUser = () => {
  const client = useQueryClient()
  return (user: CurrentUser | null) => {
    applyUser(client, user)
    const otherTabs = new BroadcastChannel(channelName)
    otherTabs.postMessage(user)
    otherTabs.close()
  }
}

/** Changes the signed-in user in this tab only: the session existed before, so the other tabs have its user already. */
export const useLearnCurrentUser = () => {
  const client = useQueryClient()
  return (user: CurrentUser) => applyUser(client, user)
}

const channelName = 'current-user'

const applyUser = (client: QueryClient, user: CurrentUser | null): void => {
  // The response to an earlier request would restore the former user.
  void client.cancelQueries({ queryKey: queryKeys.currentUser })
  const before = client.getQueryData<CurrentUser | null>(queryKeys.currentUser)
  client.setQueryData(queryKeys.currentUser, user)
  client.setQueryData(sessionNumberQuery().queryKey, (number = 0) => number + 1)
  if (before?.id !== user?.id) forgetOwnData(client, { isSignedOut: user === null })
  void client.invalidateQueries({ queryKey: queryKeys.submissions })
}

/**
 * Forgets what the former user has read. What is still shown when a user signs out is emptied: if it were removed, the
 * next render would fetch it again, without a session.
 */
const forgetOwnData = (client: QueryClient, { isSignedOut }: { isSignedOut: boolean }): void => {
  const cache = client.getQueryCache()
  for (const query of ownKeys.flatMap((queryKey) => cache.findAll({ queryKey }))) {
    if (isSignedOut && query.isActive()) query.reset()
    else cache.remove(query)
  }
}

/** Counts the sessions that began or ended while this page was open. */
export const sessionNumberQuery = () =>
  queryOptions<number>({
    queryKey: queryKeys.sessionNumber,
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
  })

/**
 * Follows sign-ins and sign-outs in other tabs. A page that the browser has kept while its user was elsewhere (the
 * "back" button) asks again who is signed in.
 */
export const useUserOfOtherTabs = (): void => {
  const client = useQueryClient()
  useEffect(() => {
    const otherTabs = new BroadcastChannel(channelName)
    otherTabs.onmessage = ({ data }: MessageEvent<CurrentUser | null>) => {
      const known = client.getQueryData<CurrentUser | null>(queryKeys.currentUser)
      if (data === null && known === null) return
      applyUser(client, data)
    }
    const askAgain = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      forgetOwnData(client, { isSignedOut: false })
      void client.invalidateQueries({ queryKey: queryKeys.submissions })
      void client.resetQueries({ queryKey: queryKeys.currentUser })
    }
    addEventListener('pageshow', askAgain)
    return () => {
      otherTabs.close()
      removeEventListener('pageshow', askAgain)
    }
  }, [client])
}
