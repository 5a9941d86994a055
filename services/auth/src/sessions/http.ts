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
import {
  endSession,
  findSessions,
  openSessionFinder,
  type Session,
  sessionsByHash,
} from './store.ts'

const noSession: ResolvedSession = { viewer: null, suspended: false }
const suspendedSession: ResolvedSession = { viewer: null, suspended: true }

/** Resolves sessions for the gateway. Called for most requests, with its own concurrency limit. */
export const sessionHolders = (
  router: Router,
  {
    config,
    pool,
    sessionPool,
    useRecorder,
  }: Pick<Deps, 'config' | 'pool' | 'sessionPool' | 'useRecorder'>,
): void => {
  const find = openSessionFinder(sessionPool)

  const resolve = (
    hash: string,
    session: Session | null | undefined,
    { now, evenSuspended = false }: { now: Date; evenSuspended?: boolean | undefined },
  ): ResolvedSession => {
    if (session == null || !isLive(session, now)) return noSession
    const suspended = session.suspendedAt !== null
    if (suspended && !evenSuspended) return suspendedSession
    if (needsTouch(session, now)) useRecorder.add(hash)
    return { viewer: viewerOf(session, config, now), suspended }
  }

  serve(router, resolveSession, async ({ body: { sessionHash, evenSuspended } }) =>
    resolve(sessionHash, await find(sessionHash), { now: new Date(), evenSuspended }),
  )
  // The lookups of one turn of the event loop share a query.
  serve(router, resolveSessions, async ({ body: { sessionHashes } }) => {
    const found = sessionsByHash(await findSessions(sessionPool, sessionHashes))
    const now = new Date()
    return { sessions: sessionHashes.map((hash) => resolve(hash, found.get(hash), { now })) }
  })
  serve(router, readSessionChanges, ({ body }) => readChanges(pool, body.after))
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
  const viewer: Viewer = {
    id: session.userId,
    username: session.username,
    role: isAdmin ? 'admin' : 'member',
    voter: {
      id: session.voterId ?? voterIdOf(config.CODE_KEY, session.email),
      joinedAt: session.joinedAt.toISOString(),
    },
  }
  return isAdmin && isUnconfirmed(session, config, now) ? { ...viewer, unconfirmed: true } : viewer
}
