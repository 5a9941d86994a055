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
 * The viewer of a call; null for a visitor. Admin calls never use the session cache. While auth is unavailable,
 * public calls continue as a visitor's, and all others wait for a while before they fail. A suspended member is
 * admitted where the route allows it and is a visitor on public routes; other routes throw `account_suspended`.
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
  const lookup = { requestId: call.requestId, address }
  const { access, openToSuspended: evenSuspended = false } = call
  if (access === 'public' && !evenSuspended)
    return sessions.lookup(sessionHash, lookup).catch(() => null)
  const mayBeCached = access !== 'admin' && !evenSuspended
  return retryWhileUnavailable(() =>
    mayBeCached
      ? sessions.lookup(sessionHash, lookup)
      : sessions.lookupUncached(sessionHash, { ...lookup, evenSuspended }),
  )
}

const maxSessionIdLength = 100

/** The hash of the request's session ID; null without one. */
export const sessionHashOf = (
  request: IncomingMessage,
  config: Pick<Config, 'PUBLIC_ORIGIN'>,
): string | null => {
  const sessionId = sessionIdOf(request, config)
  if (sessionId === undefined || sessionId.length > maxSessionIdLength) return null
  return hash('sha256', sessionId, 'base64url')
}

/** The hash of the session that a response of auth begins; null when it begins none. */
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

/** Whether a request has a session cookie, valid or not. */
export const carriesSession = (
  request: IncomingMessage,
  config: Pick<Config, 'PUBLIC_ORIGIN'>,
): boolean => sessionIdOf(request, config) !== undefined

/** Whether the web would render its page for a member. */
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
