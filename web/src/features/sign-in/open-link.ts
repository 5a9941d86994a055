import { type CurrentUser, previewLink, verifyLink } from '@answerable/contracts/sign-in'
import { ApiError, messageFor } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { askedForSignIn, forgetSignInFlow } from './flow-mark.ts'

export type LinkOutcome =
  | { kind: 'missing' }
  | { kind: 'to-confirm'; token: string; address: string }
  | { kind: 'signed-in'; user: CurrentUser }
  | { kind: 'refused'; message: string; isRestricted: boolean }

/**
 * Uses the link at once in the browser that asked for it. Anywhere else a person must confirm first: the
 * programs that scan mail open links and run scripts, and would use the link up.
 */
export const openLink = async (token: string | undefined): Promise<LinkOutcome> => {
  if (token === undefined) return { kind: 'missing' }
  return askedForSignIn() ? verifyToken(token) : previewToken(token)
}

/** Without using the link up. */
const previewToken = async (token: string): Promise<LinkOutcome> => {
  try {
    const { address } = await call(previewLink, { body: { token } })
    return { kind: 'to-confirm', token, address }
  } catch (error) {
    return refusalOf(error)
  }
}

export const verifyToken = async (token: string): Promise<LinkOutcome> => {
  try {
    const { user } = await call(verifyLink, { body: { token } })
    forgetSignInFlow()
    return { kind: 'signed-in', user }
  } catch (error) {
    return refusalOf(error)
  }
}

const refusalOf = (error: unknown): LinkOutcome => ({
  kind: 'refused',
  message: messageFor(error, 'The login link is invalid or expired.'),
  isRestricted: error instanceof ApiError && error.code === 'jurisdiction_restricted',
})
