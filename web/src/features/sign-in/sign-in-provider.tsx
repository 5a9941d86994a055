import { pages } from '@answerable/contracts/pages'
import { lazy, type ReactNode, Suspense, useCallback, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { type SignIn, SignInContext } from '../../session/sign-in-context.ts'
import { useSignedInElsewhere } from '../../session/signed-in-elsewhere.ts'

/** The dialogs are loaded when one is opened. */
const SignInDialog = lazy(async () => ({
  default: (await import('./sign-in-dialog.tsx')).SignInDialog,
}))
const AccessRestrictedDialog = lazy(async () => ({
  default: (await import('./access-restricted-dialog.tsx')).AccessRestrictedDialog,
}))

type SignInScreen = 'closed' | 'sign-in' | 'sign-in-again' | 'restricted'

export const SignInProvider = ({ children }: { children: ReactNode }) => {
  const [screen, setScreen] = useState<SignInScreen>('closed')
  const waiting = useRef<((isSignedIn: boolean) => void)[]>([])
  const navigate = useNavigate()
  const [signIn] = useState<SignIn>({
    open: () => setScreen('sign-in'),
    requestSignIn: () =>
      new Promise((resolve) => {
        waiting.current.push(resolve)
        setScreen('sign-in-again')
      }),
    showRestricted: () => setScreen('restricted'),
  })
  const end = useCallback((isSignedIn: boolean) => {
    setScreen('closed')
    for (const resume of waiting.current.splice(0)) resume(isSignedIn)
  }, [])
  const close = useCallback(() => end(false), [end])
  const signedIn = () => {
    if (waiting.current.length === 0) void navigate(pages.home)
    end(true)
  }
  const isAsking = screen === 'sign-in' || screen === 'sign-in-again'
  useSignedInElsewhere(isAsking, () => end(true))

  return (
    <SignInContext value={signIn}>
      {children}
      {isAsking && (
        <Suspense>
          <SignInDialog
            hasWork={screen === 'sign-in-again'}
            onClose={close}
            onSignedIn={signedIn}
          />
        </Suspense>
      )}
      {screen === 'restricted' && (
        <Suspense>
          <AccessRestrictedDialog onClose={close} />
        </Suspense>
      )}
    </SignInContext>
  )
}
