import type { CurrentUser } from '@answerable/contracts/sign-in'
import { type Db, onlyRow, transaction } from '@answerable/service-kit/db'
import { type Reply, reply } from '@answerable/service-kit/http/serve'
import { isMailboxSuspended, lockMailbox, suspendMailbox } from '../accounts/mailbox-suspension.ts'
import type { Deps } from '../deps.ts'
import { queueNotice } from '../mail/notices.ts'
import { chargeOf, forgive, spend } from '../one-time-codes/budgets.ts'
import { hashOf, newSecret } from '../secrets.ts'
import { grantAdminIn } from '../users/admins.ts'
import { mailboxOf } from '../users/mailboxes.ts'
import { currentUserOf, findOrCreateUser, type User } from '../users/store.ts'
import { deviceCookie, deviceCookieName, sessionCookieName, signedInCookies } from './cookies.ts'
import { deviceIdOf, isKnownDevice, rememberDevice } from './known-devices.ts'
import { createSession, endSession } from './store.ts'

/** A browser that signs in, in words of ours. */
export type Visit = {
  cookie: (name: string) => string | undefined
  requestId: string
  device: string
  country: string | null
}

/**
 * Ends a flow and begins a session, in one transaction: of any number of parallel calls one gets the
 * session. The session's id is always new, and the one that the browser had before ends.
 */
export const openSession = async (
  deps: Pick<Deps, 'config' | 'pool' | 'relay' | 'mailSender' | 'log'>,
  visit: Visit,
  redeem: (db: Db) => Promise<string>,
): Promise<Reply<{ user: CurrentUser }>> => {
  const { config, pool, relay, log } = deps
  const { requestId, device, country } = visit
  const id = newSecret()
  const knownAs = visit.cookie(deviceCookieName(config))
  const { user, epoch } = await transaction(pool, async (db) => {
    const email = await redeem(db)
    const mailbox = mailboxOf(email)
    await forgive(db, chargeOf(config.CODE_KEY, 'wrong codes since success', mailbox))
    const user = await admit(db, { email, requestId, config })
    const { isNew, epoch } = await readDeviceState(db, user.id)
    if (isKnownDevice(config.CODE_KEY, knownAs, { userId: user.id, epoch })) {
      const own = `${deviceIdOf(knownAs)} ${mailbox}`
      const budget = 'wrong codes in known browser since success'
      await forgive(db, chargeOf(config.CODE_KEY, budget, own))
    } else if (!isNew) {
      await noticeNewDevice(db, deps, { userId: user.id, mailbox, device, country })
    }
    const former = visit.cookie(sessionCookieName(config))
    if (former !== undefined) await endSession(db, { hash: hashOf(former), requestId })
    await createSession(db, { hash: hashOf(id), userId: user.id, device, country })
    return { user, epoch }
  })
  relay.wake()
  deps.mailSender.wake()
  log.info({ userId: user.id }, 'signed in')
  return reply(
    { user: currentUserOf(user) },
    {
      'set-cookie': [
        ...signedInCookies(config, { id, isAdmin: user.isAdmin }),
        deviceCookie(config, rememberDevice(config.CODE_KEY, knownAs, { userId: user.id, epoch })),
      ],
      'cache-control': 'no-store',
    },
  )
}

/** Somebody whose account is suspended is let in too: to see what is kept, to take it along, to leave. */
const admit = async (
  db: Db,
  request: { email: string; requestId: string; config: Deps['config'] },
): Promise<User> => {
  const { email, requestId, config } = request
  await lockMailbox(db, config.CODE_KEY, email)
  const user = await findOrCreateUser(db, { codeKey: config.CODE_KEY, email, requestId })
  // An administrator who can act is suspended by a decision only.
  if (!user.isAdmin && (await isMailboxSuspended(db, config.CODE_KEY, email))) {
    const change = { email, accounts: [user], requestId }
    const [suspended] = await suspendMailbox(db, config.CODE_KEY, change)
    return suspended ?? user
  }
  if (!config.ADMIN_EMAILS.includes(email)) return user
  return (await grantAdminIn(db, request)) ?? user
}

/** Whether the account was made in this very transaction, and what its known browsers know it by. */
const readDeviceState = async (
  db: Db,
  userId: string,
): Promise<{ isNew: boolean; epoch: number }> => {
  const { rows } = await db.query<{ isNew: boolean; epoch: number }>(
    'SELECT created_at = now() AS "isNew", device_epoch AS epoch FROM users WHERE id = $1',
    [userId],
  )
  return onlyRow(rows)
}

const noticeNewDevice = async (
  db: Db,
  { config, log }: Pick<Deps, 'config' | 'log'>,
  {
    mailbox,
    ...notice
  }: { userId: string; mailbox: string; device: string; country: string | null },
): Promise<void> => {
  const charge = chargeOf(config.CODE_KEY, 'notices of new devices', mailbox)
  const verdict = await spend(db, [charge])
  if (verdict.kind === 'granted') await queueNotice(db, notice)
  else log.info({ budget: verdict.budget }, 'new-browser notice not sent, budget exhausted')
}
