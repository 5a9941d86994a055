import {
  type ResolvedSession,
  readSessionChanges,
  resolveSession,
  resolveSessions,
  type Viewer,
} from '@answerable/contracts/sessions'
import { logOut } from '@answerable/contracts/sign-in'
import { transaction } from '@answerable/service-kit/db'
import { type Router, reply, serve } from '@answerable/service-kit/http/serve'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import { isUnconfirmed } from '../passkeys/rules.ts'
import { hashOf } from '../secrets.ts'
import { voterIdOf } from '../users/mailboxes.ts'
import { readChanges } from './changes.ts'
import { sessionCookieName, signedOutCookies } from './cookies.ts'
import { isLive, needsTouch } from './rules.ts'
import { endSession, openSessionFinder, openSessionToucher, type Session } from './store.ts'

/** Resolves sessions for the gateway. Called for most requests, with its own concurrency limit. */
export const sessionHolders = (
  router: Router,
  { config, sessionPool }: Pick<Deps, 'config' | 'sessionPool'>,
): void => {
  const find = openSessionFinder(sessionPool)
  const touch = openSessionToucher(sessionPool)

  const resolve = async (hash: string, evenSuspended = false): Promise<ResolvedSession> => {
    const session = await find(hash)
    const now = new Date()
    if (session === null || !isLive(session, now)) return { viewer: null, suspended: false }
    const suspended = session.suspendedAt !== null
    if (suspended && !evenSuspended) return { viewer: null, suspended }
    if (needsTouch(session, now)) await touch(hash)
    return { viewer: viewerOf(session, config, now), suspended }
  }

  serve(router, resolveSession, ({ body }) => resolve(body.sessionHash, body.evenSuspended))
  // The lookups of one turn of the event loop share a query.
  serve(router, resolveSessions, async ({ body }) => ({
    sessions: await Promise.all(body.sessionHashes.map((hash) => resolve(hash))),
  }))
  serve(router, readSessionChanges, ({ body }) => readChanges(sessionPool, body.after))
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

/** A suspended administrator is a member. */
const viewerOf = (
  session: Session,
  config: Pick<Config, 'CODE_KEY' | 'ADMIN_PASSKEYS'>,
  now: Date,
): Viewer => {
  const isAdmin = session.isAdmin && session.suspendedAt === null
  return {
    id: session.userId,
    username: session.username,
    role: isAdmin ? 'admin' : 'member',
    voter: {
      id: session.voterId ?? voterIdOf(config.CODE_KEY, session.email),
      joinedAt: session.joinedAt.toISOString(),
    },
    ...(isAdmin && isUnconfirmed(session, config, now) && { unconfirmed: true }),
  }
}
