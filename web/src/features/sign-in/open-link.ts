import { type CurrentUser, previewLink, verifyLink } from '@answerable/contracts/sign-in'
import { ApiError, messageFor } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'

export type LinkOutcome =
  | { kind: 'missing' }
  | { kind: 'to-confirm'; token: string; address: string }
  | { kind: 'signed-in'; user: CurrentUser }
  | { kind: 'refused'; message: string; isRestricted: boolean }

/**
 * Signs in at once in the browser that requested this link. Elsewhere the user must confirm first: mail scanners
 * open links and run scripts, and would use up the link, and a link that a stranger requested signs in to the
 * stranger's account.
 */
export const openLink = async (token: string | undefined): Promise<LinkOutcome> => {
  if (token === undefined) return { kind: 'missing' }
  try {
    const { address, askedHere } = await call(previewLink, { body: { token } })
    return askedHere ? await verifyToken(token) : { kind: 'to-confirm', token, address }
  } catch (error) {
    return refusalOf(error)
  }
}

export const verifyToken = async (token: string): Promise<LinkOutcome> => {
  try {
    const { user } = await call(verifyLink, { body: { token } })
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
