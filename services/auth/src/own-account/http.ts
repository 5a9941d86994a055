import {
  changeUsername,
  deleteAccount,
  endOtherSessions,
  endOwnSession,
  type OwnSession,
  readOwnAccount,
  requestDeletionCode,
} from '@answerable/contracts/own-account'
import { exportAccount } from '@answerable/contracts/own-data'
import { type Db, onlyRow, transaction } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import { type HandlerRequest, type Router, reply, serve } from '@answerable/service-kit/http/serve'
import { type AccountRow, accountColumns } from '../accounts/store.ts'
import type { Deps } from '../deps.ts'
import { findPasskeys, passkeyOf } from '../passkeys/store.ts'
import { hashOf } from '../secrets.ts'
import {
  deletedAccountCookies,
  deviceCookie,
  deviceCookieName,
  sessionCookieName,
  signedOutCookies,
} from '../sessions/cookies.ts'
import { rememberDevice } from '../sessions/known-devices.ts'
import { isLive } from '../sessions/rules.ts'
import { endOwnSessionIn, endSessionsOf, forgetDevices, listSessions } from '../sessions/store.ts'
import { currentUserOf } from '../users/store.ts'
import { deleteOwnAccount, sendDeletionCode } from './delete-account.ts'
import { rename } from './rename.ts'

type UsedDeps = Pick<Deps, 'config' | 'pool' | 'relay' | 'mailSender' | 'log'>
const uncached = { 'cache-control': 'no-store' }

/** Settings, sessions, export and deletion of one's own account. */
export const ownAccount = (router: Router, deps: UsedDeps): void => {
  const { config, pool, relay } = deps
  const sessionHashOf = ({ cookie }: Pick<HandlerRequest<typeof readOwnAccount>, 'cookie'>) =>
    hashOf(cookie(sessionCookieName(config)) ?? '')

  serve(router, readOwnAccount, async (request) => {
    const account = await existingAccount(pool, request.viewer.id)
    const body = {
      user: currentUserOf(account),
      joinedAt: account.createdAt.toISOString(),
      suspended: account.suspendedAt !== null,
      sessions: await liveSessions(pool, account.id, sessionHashOf(request)),
    }
    return reply(body, uncached)
  })

  serve(router, exportAccount, async (request) => {
    const account = await existingAccount(pool, request.viewer.id)
    const body = {
      account: {
        ...currentUserOf(account),
        joinedAt: account.createdAt.toISOString(),
        suspendedAt: account.suspendedAt?.toISOString() ?? null,
      },
      sessions: await liveSessions(pool, account.id, sessionHashOf(request)),
      passkeys: (await findPasskeys(pool, account.id)).map(passkeyOf),
    }
    return reply(body, uncached)
  })

  serve(router, changeUsername, async ({ viewer, body, requestId }) => {
    const user = await transaction(pool, (db) =>
      rename(db, config, { viewer, username: body.username, requestId }),
    )
    relay.wake()
    return { user: currentUserOf(user) }
  })

  serve(router, endOwnSession, async (request) => {
    const { viewer, params, requestId, cookie } = request
    const own = sessionHashOf(request)
    const outcome = await transaction(pool, async (db) => {
      const ended = await endOwnSessionIn(db, { userId: viewer.id, id: params.id, requestId })
      const isAnother = ended !== null && ended !== own
      return { ended, epoch: isAnother ? onlyRow(await forgetDevices(db, [viewer.id])) : null }
    })
    relay.wake()
    if (outcome.ended === own) return reply(undefined, { 'set-cookie': signedOutCookies(config) })
    return reply(undefined, cookiesAfter(outcome.epoch, { viewer, cookie }))
  })

  serve(router, endOtherSessions, async (request) => {
    const { viewer, requestId, cookie } = request
    const own = sessionHashOf(request)
    const { ended, epoch } = await transaction(pool, async (db) => ({
      ended: await endSessionsOf(db, { userId: viewer.id, exceptHash: own, requestId }),
      epoch: onlyRow(await forgetDevices(db, [viewer.id])),
    }))
    relay.wake()
    return reply({ ended }, cookiesAfter(epoch, { viewer, cookie }))
  })

  serve(router, requestDeletionCode, async (request) => {
    const { viewer, requestId, log } = request
    const requester = { userId: viewer.id, sessionHash: sessionHashOf(request), requestId }
    await sendDeletionCode({ ...deps, log }, requester)
    deps.mailSender.wake()
    return { sent: true } as const
  })

  serve(router, deleteAccount, async (request) => {
    const { viewer, body, requestId, log } = request
    const requester = { userId: viewer.id, sessionHash: sessionHashOf(request), requestId }
    await deleteOwnAccount({ ...deps, log }, requester, body)
    relay.wake()
    return reply(undefined, { 'set-cookie': deletedAccountCookies(config) })
  })

  /** Marks this browser as known again after all device cookies of the account have become invalid. */
  function cookiesAfter(
    epoch: number | null,
    { viewer, cookie }: Pick<HandlerRequest<typeof endOtherSessions>, 'viewer' | 'cookie'>,
  ): Record<string, string> {
    if (epoch === null) return {}
    const current = cookie(deviceCookieName(config))
    const value = rememberDevice(config.CODE_KEY, current, { userId: viewer.id, epoch })
    return { 'set-cookie': deviceCookie(config, value) }
  }
}

const existingAccount = async (db: Db, id: string): Promise<AccountRow> => {
  const { rows } = await db.query<AccountRow>(`SELECT ${accountColumns} FROM users WHERE id = $1`, [
    id,
  ])
  const [account] = rows
  if (account === undefined) throw new AppError('signed_out')
  return account
}

const liveSessions = async (db: Db, userId: string, own: string): Promise<OwnSession[]> => {
  const now = new Date()
  const sessions = await listSessions(db, userId)
  return sessions
    .filter((session) => isLive(session, now))
    .map(({ id, hash, device, country, createdAt, lastSeenAt }) => ({
      id,
      device,
      country,
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      current: hash === own,
    }))
}
