import { sessionHintCookie, signInLifetimeSeconds } from '@answerable/contracts/sign-in'
import { isProduction } from '@answerable/service-kit/config'
import { stringifySetCookie } from 'cookie'
import type { Config } from '../config.ts'
import { lifetimeMilliseconds } from './rules.ts'

type Site = Pick<Config, 'PUBLIC_ORIGIN'>

// The __Host- prefix ties a cookie to this very host, but browsers accept it by https only.
const prefixed = (site: Site, name: string): string =>
  isProduction(site) ? `__Host-${name}` : name

export const sessionCookieName = (site: Site): string => prefixed(site, 'sid')
export const flowCookieName = (site: Site): string => prefixed(site, 'flow')
export const deviceCookieName = (site: Site): string => prefixed(site, 'device')

// The longest lifetime that browsers allow.
const deviceLifetimeSeconds = 400 * 24 * 3_600

/** Identifies a browser in which the account has signed in. Signing out does not delete it. */
export const deviceCookie = (site: Site, value: string): string =>
  cookie(site, { name: deviceCookieName(site), value, maxAge: deviceLifetimeSeconds })

export const flowCookie = (site: Site, secret: string): string =>
  cookie(site, { name: flowCookieName(site), value: secret, maxAge: signInLifetimeSeconds })

/** Sets the session and a hint that scripts can read, and deletes the flow. */
export const signedInCookies = (
  site: Site,
  session: { id: string; isAdmin: boolean },
): string[] => {
  const maxAge = lifetimeMilliseconds(session.isAdmin) / 1000
  return [
    cookie(site, { name: sessionCookieName(site), value: session.id, maxAge }),
    hint(site, { value: '1', maxAge }),
    cookie(site, { name: flowCookieName(site), value: '', maxAge: 0 }),
  ]
}

export const signedOutCookies = (site: Site): string[] => [
  cookie(site, { name: sessionCookieName(site), value: '', maxAge: 0 }),
  hint(site, { value: '', maxAge: 0 }),
]

/** Deletes all cookies of an account, including the device cookie. */
export const deletedAccountCookies = (site: Site): string[] => [
  ...signedOutCookies(site),
  cookie(site, { name: deviceCookieName(site), value: '', maxAge: 0 }),
]

type Content = { value: string; maxAge: number }

const cookie = (site: Site, content: Content & { name: string }): string =>
  stringifySetCookie({ ...content, ...scope(site), httpOnly: true })

const hint = (site: Site, content: Content): string =>
  stringifySetCookie({ ...content, ...scope(site), name: sessionHintCookie })

const scope = (site: Site) =>
  ({ path: '/', sameSite: 'strict', secure: isProduction(site) }) as const
