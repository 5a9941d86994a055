import type { CurrentUser } from '@answerable/contracts/sign-in'
import { useQueryClient } from '@tanstack/react-query'
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

/** Changes the signed-in user, and invalidates everything that depends on it. */
export const useSetCurrentUser = () => {
  const client = useQueryClient()
  return (user: CurrentUser | null) => {
    client.setQueryData(queryKeys.currentUser, user)
    for (const queryKey of ownKeys) client.removeQueries({ queryKey })
    void client.invalidateQueries({ queryKey: queryKeys.submissions })
  }
}
