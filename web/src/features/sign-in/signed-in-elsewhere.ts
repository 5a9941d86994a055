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
    const look = async () => {
      if (document.hidden || !mayHaveSession()) return
      const answer = await call(readCurrentUser, {}).catch(() => undefined)
      if (answer === undefined) return
      notify.current.signedIn(answer.user)
      notify.current.onSignedIn()
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [isAsking])
}
