import { pages } from '@answerable/contracts/pages'
import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  use,
  useCallback,
  useRef,
  useState,
} from 'react'
import { useNavigate } from 'react-router-dom'
import { useSignedInElsewhere } from './signed-in-elsewhere.ts'

/** Nobody needs the dialogs to read: they are loaded when one is opened. */
const SignInDialog = lazy(async () => ({
  default: (await import('./sign-in-dialog.tsx')).SignInDialog,
}))
const AccessRestrictedDialog = lazy(async () => ({
  default: (await import('./access-restricted-dialog.tsx')).AccessRestrictedDialog,
}))

type SignInScreen = 'closed' | 'sign-in' | 'sign-in-again' | 'restricted'
type SignIn = {
  open: () => void
  /** Asks to sign in over work that is not done; resolves to whether somebody did. */
  ask: () => Promise<boolean>
  showRestricted: () => void
}

const SignInContext = createContext<SignIn | undefined>(undefined)

export const useSignIn = (): SignIn => {
  const signIn = use(SignInContext)
  if (signIn === undefined) throw new Error('useSignIn needs a SignInProvider above it.')
  return signIn
}

export const SignInProvider = ({ children }: { children: ReactNode }) => {
  const [screen, setScreen] = useState<SignInScreen>('closed')
  const waiting = useRef<((isSignedIn: boolean) => void)[]>([])
  const navigate = useNavigate()
  const [signIn] = useState<SignIn>({
    open: () => setScreen('sign-in'),
    ask: () =>
      new Promise((resolve) => {
        waiting.current.push(resolve)
        setScreen('sign-in-again')
      }),
    showRestricted: () => setScreen('restricted'),
  })
  const end = useCallback((isSignedIn: boolean) => {
    setScreen('closed')
    for (const carryOn of waiting.current.splice(0)) carryOn(isSignedIn)
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
