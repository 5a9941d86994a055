import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Access } from '@answerable/contracts/route'
import type { Viewer } from '@answerable/contracts/sessions'
import { sessionHintCookie } from '@answerable/contracts/sign-in'
import { isProduction } from '@answerable/service-kit/config'
import { parseCookie } from 'cookie'
import type { Config } from '../config.ts'
import { clientAddress } from './client-address.ts'
import { retryWhileUnavailable } from './retry-until.ts'
import type { SessionDirectory } from './sessions.ts'

/**
 * Who is asking. Admin calls never rest on what is remembered. While auth is away a public call goes on
 * as a visitor's, a member's waits a while for it, and every other one fails. Somebody whose account is
 * suspended is let in where the route says so, is a visitor where all may read, and is told so elsewhere:
 * throws `account_suspended`.
 */
export const identify = async (
  call: {
    request: IncomingMessage
    requestId: string
    access: Access
    openToSuspended?: boolean | undefined
  },
  config: Pick<Config, 'PUBLIC_ORIGIN' | 'TRUST_PROXY_HOPS'>,
  sessions: SessionDirectory,
): Promise<Viewer | null> => {
  const sessionHash = sessionHashOf(call.request, config)
  if (sessionHash === null) return null
  const address = clientAddress(call.request, config.TRUST_PROXY_HOPS)
  const asker = { requestId: call.requestId, address }
  if (call.openToSuspended === true)
    return sessions.lookupUncached(sessionHash, { ...asker, evenSuspended: true })
  if (call.access === 'admin') return sessions.lookupUncached(sessionHash, asker)
  if (call.access === 'public') return sessions.lookup(sessionHash, asker).catch(() => null)
  return retryWhileUnavailable(() => sessions.lookup(sessionHash, asker))
}

const longestSessionId = 100

/** By what the session of a request is known; null when it names none. */
export const sessionHashOf = (
  request: IncomingMessage,
  config: Pick<Config, 'PUBLIC_ORIGIN'>,
): string | null => {
  const sessionId = sessionIdOf(request, config)
  if (sessionId === undefined || sessionId.length > longestSessionId) return null
  return hash('sha256', sessionId, 'base64url')
}

/** The hash of the session that an answer of auth begins; null when it begins none. */
export const begunSession = (
  setCookies: readonly string[],
  config: Pick<Config, 'PUBLIC_ORIGIN'>,
): string | null => {
  const start = `${sessionCookieOf(config)}=`
  const [id = ''] =
    setCookies
      .find((cookie) => cookie.startsWith(start))
      ?.slice(start.length)
      .split(';') ?? []
  return id === '' ? null : hash('sha256', id, 'base64url')
}

/** Whether a request names a session, good or not. */
export const carriesSession = (
  request: IncomingMessage,
  config: Pick<Config, 'PUBLIC_ORIGIN'>,
): boolean => sessionIdOf(request, config) !== undefined

/** Whether the page in a browser that sends this would take it that somebody is signed in. */
export const mayBeMember = (
  request: IncomingMessage,
  config: Pick<Config, 'PUBLIC_ORIGIN'>,
): boolean => {
  const { cookie } = request.headers
  return (
    cookie !== undefined &&
    (carriesSession(request, config) || sessionHintCookie in parseCookie(cookie))
  )
}

const sessionIdOf = (
  { headers }: IncomingMessage,
  config: Pick<Config, 'PUBLIC_ORIGIN'>,
): string | undefined =>
  headers.cookie === undefined ? undefined : parseCookie(headers.cookie)[sessionCookieOf(config)]

export const sessionCookieOf = (config: Pick<Config, 'PUBLIC_ORIGIN'>): string =>
  isProduction(config) ? '__Host-sid' : 'sid'
