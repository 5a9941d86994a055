import { readCurrentUser } from '@answerable/contracts/sign-in'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from '../../api/call.ts'
import { currentUserKey, knownUser, mayHaveSession } from './current-user.ts'
import { useSignedIn } from './signed-in.ts'

/**
 * Notices a session that the page does not know of. A mailed link opens a tab of its own, and its reader
 * comes back from there. And browsers send no session along with a link from another site: the page is then
 * drawn for visitors, though a member reads it.
 */
export const useSignedInElsewhere = (isAsking: boolean, onSignedIn: () => void): void => {
  const client = useQueryClient()
  const signedIn = useSignedIn()
  const notify = useRef({ signedIn, onSignedIn })
  useEffect(() => {
    notify.current = { signedIn, onSignedIn }
  })
  useEffect(() => {
    if (client.getQueryData(currentUserKey) !== null || !mayHaveSession()) return
    void knownUser(client).then((user) => {
      if (user === null) return
      notify.current.signedIn(user)
      notify.current.onSignedIn()
    })
  }, [client])
  useEffect(() => {
    if (!isAsking) return
    const look = () => {
      if (document.hidden || !mayHaveSession()) return
      call(readCurrentUser, {}).then(
        ({ user }) => {
          notify.current.signedIn(user)
          notify.current.onSignedIn()
        },
        () => {
          // Nobody is signed in there yet; the next return asks again.
        },
      )
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [isAsking])
}
