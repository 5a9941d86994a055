import type { CurrentUser } from '@answerable/contracts/sign-in'
import { useQueryClient } from '@tanstack/react-query'
import { queryKeys } from '../api/query-keys.ts'

/** Changes the signed-in user, and invalidates everything that depends on it. */
export const useSetCurrentUser = () => {
  const client = useQueryClient()
  return (user: CurrentUser | null) => {
    client.setQueryData(queryKeys.currentUser, user)
    client.removeQueries({ queryKey: queryKeys.admin })
    void client.invalidateQueries({ queryKey: queryKeys.submissions })
  }
}
