import { isApiError } from '../api/api-error.ts'
import { forgetSession } from './current-user.ts'
import { useSignIn } from './sign-in-context.ts'

/**
 * Makes a call that needs an account. Where the session has ended meanwhile it asks to sign in, and then
 * makes the same call once more; whoever declines gets the refusal.
 */
export const useMemberCall = () => {
  const { ask } = useSignIn()
  return async <Answer>(make: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await make()
    } catch (error) {
      if (!isApiError(error, 401)) throw error
      forgetSession()
      if (!(await ask())) throw error
      return make()
    }
  }
}

export type MemberCall = ReturnType<typeof useMemberCall>
