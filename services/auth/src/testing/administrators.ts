import {
  addPasskey,
  beginConfirmation,
  beginPasskey,
  confirmSession,
} from '@answerable/contracts/passkeys'
import type { Route, RouteInput } from '@answerable/contracts/route'
import { resolveSession } from '@answerable/contracts/sessions'
import { hashOf } from '../secrets.ts'
import { type AuthSite, newPerson, signInByLink, withCookies } from './auth-site.ts'
import { type Authenticator, newAuthenticator } from './authenticator.ts'

export type Administrator = Awaited<ReturnType<typeof newAdministrator>>

/** An administrator who has signed in just now, with calls in that session as the gateway makes them. */
export const newAdministrator = async (site: AuthSite, person = newPerson()) => {
  const { user, cookies } = await signInByLink(site, person)
  await site.owner.query('UPDATE users SET is_admin = true WHERE id = $1', [user.id])
  return { ...inSession(site, cookies), id: user.id, email: person.email, person }
}

export const inSession = (site: AuthSite, cookies: Record<string, string>) => {
  const sessionHash = hashOf(cookies.sid ?? '')
  const viewer = async () =>
    (await site.call(resolveSession, { body: { sessionHash } })).body.viewer
  const call = async <R extends Route>(route: R, input: RouteInput<R>) =>
    site.call(route, input, { viewer: await viewer(), headers: withCookies(cookies) })

  const challenge = async () => (await call(beginPasskey, {})).body.challenge
  const add = async (authenticator: Authenticator = newAuthenticator(), name = 'Laptop') => {
    const credential = authenticator.create({ challenge: await challenge() })
    return call(addPasskey, { body: { name, credential } })
  }
  const confirmationChallenge = async () => (await call(beginConfirmation, {})).body.challenge
  const confirm = async (authenticator: Authenticator) => {
    const credential = authenticator.get({ challenge: await confirmationChallenge() })
    return call(confirmSession, { body: { credential } })
  }
  const isUnconfirmed = async () => (await viewer())?.unconfirmed === true
  /** Lets the confirmation of this session expire. */
  const expire = () =>
    site.owner.query('UPDATE sessions SET confirmed_until = now() WHERE hash = $1', [sessionHash])
  return {
    sessionHash,
    call,
    challenge,
    add,
    confirmationChallenge,
    confirm,
    isUnconfirmed,
    expire,
  }
}
