import { ApiError, isApiError } from '../api/api-error.ts'
import { useConfirmation } from './confirmation-context.ts'
import { clearSessionHint } from './current-user.ts'
import { useSignIn } from './sign-in-context.ts'

/**
 * Makes a call that needs an account. If the session has ended, asks the user to sign in, and if an administrator must
 * confirm the call, asks for a passkey; then repeats it. If the user declines, throws the first error.
 */
export const useMemberCall = () => {
  const { requestSignIn } = useSignIn()
  const requestConfirmation = useConfirmation()

  const confirmed = async <Answer>(make: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await make()
    } catch (error) {
      if (!isUnconfirmed(error) || !(await requestConfirmation())) throw error
      return make()
    }
  }

  return async <Answer>(make: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await confirmed(make)
    } catch (error) {
      if (!isApiError(error, 401)) throw error
      clearSessionHint()
      if (!(await requestSignIn())) throw error
      return confirmed(make)
    }
  }
}

/** Whether an administrator was asked for a passkey and declined. */
export const isUnconfirmed = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'confirmation_needed'

export type MemberCall = ReturnType<typeof useMemberCall>
