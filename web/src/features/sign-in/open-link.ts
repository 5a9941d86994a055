import { type CurrentUser, verifyLink } from '@answerable/contracts/sign-in'
import { ApiError, messageFor } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { askedForSignIn, forgetSignInFlow } from './flow-mark.ts'

export type LinkOutcome =
  | { kind: 'missing' }
  | { kind: 'to-confirm'; token: string }
  | { kind: 'signed-in'; user: CurrentUser }
  | { kind: 'refused'; message: string; isRestricted: boolean }

/**
 * Uses the link at once in the browser that asked for it. Anywhere else a person must confirm first: the
 * programs that scan mail open links and run scripts, and would use the link up.
 */
export const openLink = async (token: string | undefined): Promise<LinkOutcome> => {
  if (token === undefined) return { kind: 'missing' }
  return askedForSignIn() ? verifyToken(token) : { kind: 'to-confirm', token }
}

export const verifyToken = async (token: string): Promise<LinkOutcome> => {
  try {
    const { user } = await call(verifyLink, { body: { token } })
    forgetSignInFlow()
    return { kind: 'signed-in', user }
  } catch (error) {
    return {
      kind: 'refused',
      message: messageFor(error, 'The login link is invalid or expired.'),
      isRestricted: error instanceof ApiError && error.code === 'jurisdiction_restricted',
    }
  }
}
