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
 * Signs in at once in the browser that requested the link. Elsewhere the user must confirm first, because
 * mail scanners open links and run scripts, and would use up the link.
 */
export const openLink = async (token: string | undefined): Promise<LinkOutcome> => {
  if (token === undefined) return { kind: 'missing' }
  return askedForSignIn() ? verifyToken(token) : previewToken(token)
}

/** Does not use up the link. */
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
