import { readCurrentUser } from '@answerable/contracts/sign-in'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from '../api/call.ts'
import { queryKeys } from '../api/query-keys.ts'
import { hasSessionHint, knownUser } from './current-user.ts'
import { useLearnCurrentUser } from './set-current-user.ts'

/**
 * Detects a session that the page does not know of: after a sign-in in another tab, or when a link from
 * another site opened the page. Browsers send no SameSite=Strict cookies with such links, so the page is
 * rendered as signed out.
 */
export const useSignedInElsewhere = (isAsking: boolean, onSignedIn: () => void): void => {
  const client = useQueryClient()
  const learnCurrentUser = useLearnCurrentUser()
  const notify = useRef({ learnCurrentUser, onSignedIn })
  useEffect(() => {
    notify.current = { learnCurrentUser, onSignedIn }
  })
  useEffect(() => {
    if (client.getQueryData(queryKeys.currentUser) !== null || !hasSessionHint()) return
    void knownUser(client).then((user) => {
      if (user === null) return
      notify.current.learnCurrentUser(user)
      notify.current.onSignedIn()
    })
  }, [client])
  useEffect(() => {
    if (!isAsking) return
    const checkSession = () => {
      if (document.hidden || !hasSessionHint()) return
      call(readCurrentUser, {}).then(
        ({ user }) => {
          notify.current.learnCurrentUser(user)
          notify.current.onSignedIn()
        },
        () => {
          // Nobody is signed in there yet; the next return asks again.
        },
      )
    }
    document.addEventListener('visibilitychange', checkSession)
    return () => document.removeEventListener('visibilitychange', checkSession)
  }, [isAsking])
}
