import type { Db } from '@answerable/service-kit/db'
import type { Deps } from '../deps.ts'
import { hashOf, newSecret } from '../secrets.ts'
import { deviceCookie, deviceCookieName, sessionCookieName, signedInCookies } from './cookies.ts'
import { rememberDevice } from './known-devices.ts'
import { createSession, endSession } from './store.ts'

/** A browser that signs in. Device and country are fixed texts of this service. */
export type Visit = {
  cookie: (name: string) => string | undefined
  requestId: string
  device: string
  country: string | null
  requireCaller: () => void
}

type Account = { id: string; isAdmin: boolean; epoch: number }

/**
 * Creates a session and ends the one that the browser had before. Returns the cookies to set. The session id is
 * always new. Needs a transaction.
 */
export const openSession = async (
  db: Db,
  config: Deps['config'],
  { account, visit }: { account: Account; visit: Visit },
): Promise<string[]> => {
  const { requestId, device, country } = visit
  const former = visit.cookie(sessionCookieName(config))
  if (former !== undefined) await endSession(db, { hash: hashOf(former), requestId })
  const id = newSecret()
  await createSession(db, { hash: hashOf(id), userId: account.id, device, country })
  const knownAs = visit.cookie(deviceCookieName(config))
  const known = { userId: account.id, epoch: account.epoch }
  return [
    ...signedInCookies(config, { id, isAdmin: account.isAdmin }),
    deviceCookie(config, rememberDevice(config.CODE_KEY, knownAs, known)),
  ]
}
