import { readCurrentUser } from '@answerable/contracts/sign-in'
import { useEffect, useRef } from 'react'
import { call } from '../../api/call.ts'
import { mayHaveSession } from './current-user.ts'
import { useSignedIn } from './signed-in.ts'

/** A mailed link opens a tab of its own: who comes back from there need not sign in here once more. */
export const useSignedInElsewhere = (isAsking: boolean, onSignedIn: () => void): void => {
  const signedIn = useSignedIn()
  const notify = useRef({ signedIn, onSignedIn })
  useEffect(() => {
    notify.current = { signedIn, onSignedIn }
  })
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
