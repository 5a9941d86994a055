import type { CurrentUser } from '@answerable/contracts/sign-in'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryKeys } from '../api/query-keys.ts'

/** What only the signed-in user reads. */
const ownKeys = [
  queryKeys.admin,
  queryKeys.notifications,
  queryKeys.unread,
  queryKeys.follows,
  queryKeys.mutes,
  queryKeys.ownBoycotts,
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

const channelName = 'current-user'

const applyUser = (client: QueryClient, user: CurrentUser | null): void => {
  client.setQueryData(queryKeys.currentUser, user)
  forgetOwnData(client)
}

const forgetOwnData = (client: QueryClient): void => {
  for (const queryKey of ownKeys) client.removeQueries({ queryKey })
  void client.invalidateQueries({ queryKey: queryKeys.submissions })
}

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
      if (known?.id !== data?.id || known === undefined) applyUser(client, data)
    }
    const askAgain = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      forgetOwnData(client)
      void client.resetQueries({ queryKey: queryKeys.currentUser })
    }
    addEventListener('pageshow', askAgain)
    return () => {
      otherTabs.close()
      removeEventListener('pageshow', askAgain)
    }
  }, [client])
}
