import { createContext, lazy, type ReactNode, Suspense, use, useCallback, useState } from 'react'

/** Nobody needs the dialogs to read: they are loaded when one is opened. */
const SignInDialog = lazy(async () => ({
  default: (await import('./sign-in-dialog.tsx')).SignInDialog,
}))
const AccessRestrictedDialog = lazy(async () => ({
  default: (await import('./access-restricted-dialog.tsx')).AccessRestrictedDialog,
}))

type SignInScreen = 'closed' | 'sign-in' | 'restricted'
type SignIn = { open: () => void; showRestricted: () => void }

const SignInContext = createContext<SignIn | undefined>(undefined)

export const useSignIn = (): SignIn => {
  const signIn = use(SignInContext)
  if (signIn === undefined) throw new Error('useSignIn needs a SignInProvider above it.')
  return signIn
}

export const SignInProvider = ({ children }: { children: ReactNode }) => {
  const [screen, setScreen] = useState<SignInScreen>('closed')
  const [signIn] = useState<SignIn>({
    open: () => setScreen('sign-in'),
    showRestricted: () => setScreen('restricted'),
  })
  const close = useCallback(() => setScreen('closed'), [])
  return (
    <SignInContext value={signIn}>
      {children}
      <Suspense>
        {screen === 'sign-in' && <SignInDialog onClose={close} />}
        {screen === 'restricted' && <AccessRestrictedDialog onClose={close} />}
      </Suspense>
    </SignInContext>
  )
}
