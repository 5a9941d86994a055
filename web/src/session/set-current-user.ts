import type { CurrentUser } from '@answerable/contracts/sign-in'
import { useQueryClient } from '@tanstack/react-query'
import { queryKeys } from '../api/query-keys.ts'

/** Makes the page someone else's, or nobody's: the user at once, then everything that shows their votes. */
export const useSetCurrentUser = () => {
  const client = useQueryClient()
  return (user: CurrentUser | null) => {
    client.setQueryData(queryKeys.currentUser, user)
    client.removeQueries({ queryKey: queryKeys.admin })
    void client.invalidateQueries({ queryKey: queryKeys.submissions })
  }
}
