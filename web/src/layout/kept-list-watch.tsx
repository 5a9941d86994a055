import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { keptKey } from '../features/participation/kept-key.ts'
import { readStored, writeStored } from '../platform/storage.ts'
import { sessionQueries } from '../session/current-user.ts'
import { useUserOfOtherTabs } from '../session/set-current-user.ts'

const nobody = ''

/**
 * Forgets the list of boycotts that this browser keeps, once its member has logged out, their session has ended or
 * another member has signed in. Most pages load no code for it.
 */
export const KeptListWatch = () => {
  useUserOfOtherTabs()
  const { data: user } = useQuery(sessionQueries.currentUser())
  // Undefined while it is not known who is signed in, as without a connection.
  const userId = user === undefined ? undefined : (user?.id ?? null)
  useEffect(() => {
    const kept = readStored(keptKey)
    if (kept === null || userId === undefined || kept === userId) return
    // From now on nobody can read the list, even if it cannot be deleted yet.
    writeStored(keptKey, nobody)
    import('../features/participation/kept-list.ts')
      .then(({ forgetList }) => forgetList())
      // The next page tries again.
      .catch(() => {})
  }, [userId])
  return null
}
