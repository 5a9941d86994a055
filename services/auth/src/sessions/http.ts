import type { RouteRequest } from '@answerable/contracts/route'
import { resolveSession, type Viewer } from '@answerable/contracts/sessions'
import { logOut } from '@answerable/contracts/sign-in'
import { transaction } from '@answerable/service-kit/db'
import { type Router, reply, serve } from '@answerable/service-kit/http/serve'
import type { Deps } from '../deps.ts'
import { hashOf } from '../secrets.ts'
import { voterIdOf } from '../users/mailboxes.ts'
import { sessionCookieName, signedOutCookies } from './cookies.ts'
import { isLive, needsTouch } from './rules.ts'
import { endSession, openSessionFinder, type Session, touchSession } from './store.ts'

type Stores = Pick<Deps, 'config' | 'sessionPool'>

/** Resolves sessions for the gateway. Called for most requests, with its own concurrency limit. */
export const sessionHolders = (router: Router, deps: Stores): void => {
  const find = openSessionFinder(deps.sessionPool)
  serve(router, resolveSession, async ({ body }) =>
    holderOf(deps, body, await find(body.sessionHash)),
  )
}

export const signOut = (router: Router, deps: Pick<Deps, 'config' | 'pool' | 'relay'>): void => {
  serve(router, logOut, async ({ cookie, requestId }) => {
    const id = cookie(sessionCookieName(deps.config))
    if (id !== undefined) {
      await transaction(deps.pool, (db) => endSession(db, { hash: hashOf(id), requestId }))
      deps.relay.wake()
    }
    return reply(undefined, { 'set-cookie': signedOutCookies(deps.config) })
  })
}

/** A suspended account resolves to no viewer, or to a member if the caller requests it. */
const holderOf = async (
  { config, sessionPool }: Stores,
  { sessionHash: hash, evenSuspended = false }: RouteRequest<typeof resolveSession>['body'],
  session: Session | null,
): Promise<{ viewer: Viewer | null; suspended: boolean }> => {
  const now = new Date()
  if (session === null || !isLive(session, now)) return { viewer: null, suspended: false }
  const suspended = session.suspendedAt !== null
  if (suspended && !evenSuspended) return { viewer: null, suspended }
  if (needsTouch(session, now)) await touchSession(sessionPool, hash)
  const role = session.isAdmin && !suspended ? 'admin' : 'member'
  const voter = {
    id: session.voterId ?? voterIdOf(config.CODE_KEY, session.email),
    joinedAt: session.joinedAt.toISOString(),
  }
  return { viewer: { id: session.userId, username: session.username, role, voter }, suspended }
}
