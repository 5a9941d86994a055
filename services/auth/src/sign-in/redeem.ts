import type { CurrentUser } from '@answerable/contracts/sign-in'
import { type Db, transaction } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import { type Reply, reply } from '@answerable/service-kit/serve'
import type { Deps } from '../deps.ts'
import { hashOf, newSecret } from '../secrets.ts'
import { sessionCookieName, signedInCookies } from '../sessions/cookies.ts'
import { createSession, endSession } from '../sessions/store.ts'
import { grantAdminIn } from '../users/admins.ts'
import { currentUserOf, findOrCreateUser, type User } from '../users/store.ts'
import { chargeOf, forgive } from './budgets.ts'

type Visit = { cookie: (name: string) => string | undefined; requestId: string }

/**
 * Ends a flow and begins a session, in one transaction: of any number of parallel calls one gets the
 * session. The session's id is always new, and the one that the browser had before ends.
 */
export const openSession = async (
  deps: Pick<Deps, 'config' | 'pool' | 'relay' | 'log'>,
  visit: Visit,
  redeem: (db: Db) => Promise<string>,
): Promise<Reply<{ user: CurrentUser }>> => {
  const { config, pool, relay, log } = deps
  const { requestId } = visit
  const id = newSecret()
  const user = await transaction(pool, async (db) => {
    const email = await redeem(db)
    await forgive(db, chargeOf(config.CODE_KEY, 'wrong codes since success', email))
    const user = await admit(db, { email, requestId, adminEmails: config.ADMIN_EMAILS })
    const former = visit.cookie(sessionCookieName(config))
    if (former !== undefined) await endSession(db, { hash: hashOf(former), requestId })
    await createSession(db, { hash: hashOf(id), userId: user.id })
    return user
  })
  relay.wake()
  log.info({ userId: user.id }, 'signed in')
  return reply(
    { user: currentUserOf(user) },
    {
      'set-cookie': signedInCookies(config, { id, isAdmin: user.isAdmin }),
      'cache-control': 'no-store',
    },
  )
}

const admit = async (
  db: Db,
  request: { email: string; requestId: string; adminEmails: readonly string[] },
): Promise<User> => {
  const user = await findOrCreateUser(db, request)
  if (user.suspendedAt !== null) {
    throw new AppError('account_suspended', { message: 'This account is suspended.' })
  }
  if (!request.adminEmails.includes(request.email)) return user
  return (await grantAdminIn(db, request)) ?? user
}
