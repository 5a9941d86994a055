import { createContext, use } from 'react'

export type SignIn = {
  open: () => void
  /** Asks the user to sign in again for pending work; resolves to whether they did. */
  requestSignIn: () => Promise<boolean>
  showRestricted: () => void
}

export const SignInContext = createContext<SignIn | undefined>(undefined)

export const useSignIn = (): SignIn => {
  const signIn = use(SignInContext)
  if (signIn === undefined) throw new Error('useSignIn needs a SignInProvider above it.')
  return signIn
}
