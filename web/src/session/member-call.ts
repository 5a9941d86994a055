import { isApiError } from '../api/api-error.ts'
import { clearSessionHint } from './current-user.ts'
import { useSignIn } from './sign-in-context.ts'

/**
 * Makes a call that needs an account. If the session has ended, asks the user to sign in and then repeats the
 * call. If the user declines, throws the first error.
 */
export const useMemberCall = () => {
  const { requestSignIn } = useSignIn()
  return async <Answer>(make: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await make()
    } catch (error) {
      if (!isApiError(error, 401)) throw error
      clearSessionHint()
      if (!(await requestSignIn())) throw error
      return make()
    }
  }
}

export type MemberCall = ReturnType<typeof useMemberCall>
