import type { CurrentUser } from '@answerable/contracts/sign-in'
import { type Db, onlyRow, transaction } from '@answerable/service-kit/db'
import { type Reply, reply } from '@answerable/service-kit/http/serve'
import { isMailboxSuspended, lockMailbox, suspendMailbox } from '../accounts/mailbox-suspension.ts'
import type { Deps } from '../deps.ts'
import { queueNotice } from '../mail/notices.ts'
import { acceptMailbox } from '../mails/refusals.ts'
import { chargeOf, forgive, spend } from '../one-time-codes/budgets.ts'
import { deviceCookieName } from '../sessions/cookies.ts'
import { deviceIdOf, isKnownDevice } from '../sessions/known-devices.ts'
import { openSession, type Visit } from '../sessions/open-session.ts'
import { grantAdminIn } from '../users/admins.ts'
import { mailboxOf } from '../users/mailboxes.ts'
import { currentUserOf, findOrCreateUser, type User } from '../users/store.ts'

/**
 * Redeems a link or a code and opens a session, in one transaction: of parallel calls only one gets a session.
 * `redeem` returns the address that signs in, or throws.
 */
export const completeSignIn = async (
  deps: Pick<Deps, 'config' | 'pool' | 'relay' | 'mailSender' | 'log'>,
  visit: Visit,
  redeem: (db: Db) => Promise<string>,
): Promise<Reply<{ user: CurrentUser }>> => {
  const { config, pool, relay, log } = deps
  const { requestId, device, country } = visit
  const { user, cookies } = await transaction(pool, async (db) => {
    const email = await redeem(db)
    const mailbox = mailboxOf(email)
    await forgive(db, chargeOf(config.CODE_KEY, 'wrong codes since success', mailbox))
    const user = await admit(db, { email, requestId, config })
    await acceptMailbox(db, { userId: user.id, requestId })
    const { isNew, epoch } = await readDeviceState(db, user.id)
    const knownAs = visit.cookie(deviceCookieName(config))
    if (isKnownDevice(config.CODE_KEY, knownAs, { userId: user.id, epoch })) {
      const own = `${deviceIdOf(knownAs)} ${mailbox}`
      const budget = 'wrong codes in known browser since success'
      await forgive(db, chargeOf(config.CODE_KEY, budget, own))
    } else if (!isNew) {
      await queueDeviceNotice(db, deps, { userId: user.id, mailbox, device, country })
    }
    const cookies = await openSession(db, config, { account: { ...user, epoch }, visit })
    // If the response cannot be delivered, the link or code must stay valid.
    visit.requireCaller()
    return { user, cookies }
  })
  relay.wake()
  deps.mailSender.wake()
  log.info({ userId: user.id }, 'signed in')
  return reply(
    { user: currentUserOf(user) },
    { 'set-cookie': cookies, 'cache-control': 'no-store' },
  )
}

/** Suspended users may sign in, to export their data or to delete the account. */
const admit = async (
  db: Db,
  request: { email: string; requestId: string; config: Deps['config'] },
): Promise<User> => {
  const { email, requestId, config } = request
  await lockMailbox(db, config.CODE_KEY, email)
  const user = await findOrCreateUser(db, { codeKey: config.CODE_KEY, email, requestId })
  // Administrators are suspended only by a decision.
  if (!user.isAdmin && (await isMailboxSuspended(db, config.CODE_KEY, email))) {
    const change = { email, accounts: [user], requestId }
    const [suspended] = await suspendMailbox(db, config.CODE_KEY, change)
    return suspended ?? user
  }
  if (!config.ADMIN_EMAILS.includes(email)) return user
  return (await grantAdminIn(db, request)) ?? user
}

/** Whether the account was created in this transaction, and the epoch of its device cookies. */
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

const queueDeviceNotice = async (
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
