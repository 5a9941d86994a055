import type { CurrentUser } from '@answerable/contracts/sign-in'
import { useQueryClient } from '@tanstack/react-query'
import { adminKey } from '../review/admin-key.ts'
import { boycottsKey } from '../submissions/submissions.ts'
import { currentUserKey } from './current-user.ts'

/** Makes the page someone else's, or nobody's: the user at once, then everything that shows their votes. */
export const useSignedIn = () => {
  const client = useQueryClient()
  return (user: CurrentUser | null) => {
    client.setQueryData(currentUserKey, user)
    client.removeQueries({ queryKey: adminKey })
    void client.invalidateQueries({ queryKey: boycottsKey })
  }
}
