import { resolveSession, type Viewer } from '@answerable/contracts/sessions'
import { logOut } from '@answerable/contracts/sign-in'
import { transaction } from '@answerable/service-kit/db'
import { type Router, reply, serve } from '@answerable/service-kit/serve'
import type { Deps } from '../deps.ts'
import { hashOf } from '../secrets.ts'
import { sessionCookieName, signedOutCookies } from './cookies.ts'
import { isLive, needsTouch } from './rules.ts'
import { endSession, findSession, touchSession } from './store.ts'

export const sessions = (router: Router, deps: Pick<Deps, 'config' | 'pool' | 'relay'>): void => {
  serve(router, resolveSession, async ({ body }) => ({
    viewer: await viewerOf(deps, body.sessionHash),
  }))

  serve(router, logOut, async ({ cookie, requestId }) => {
    const id = cookie(sessionCookieName(deps.config))
    if (id !== undefined) {
      await transaction(deps.pool, (db) => endSession(db, { hash: hashOf(id), requestId }))
      deps.relay.wake()
    }
    return reply(undefined, { 'set-cookie': signedOutCookies(deps.config) })
  })
}

const viewerOf = async ({ pool }: Pick<Deps, 'pool'>, hash: string): Promise<Viewer | null> => {
  const session = await findSession(pool, hash)
  const now = new Date()
  if (session === null || !isLive(session, now)) return null
  if (needsTouch(session, now)) await touchSession(pool, hash)
  return {
    id: session.userId,
    username: session.username,
    role: session.isAdmin ? 'admin' : 'member',
  }
}
