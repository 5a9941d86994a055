import type { deleteAccount } from '@answerable/contracts/own-account'
import type { RouteRequest } from '@answerable/contracts/route'
import { type Db, transaction } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import { keepMailboxSuspended } from '../accounts/mailbox-suspension.ts'
import { type AccountRow, lockForDecision } from '../accounts/store.ts'
import type { Deps } from '../deps.ts'
import { queueMail } from '../mail/outbox.ts'
import { chargeOf, forgive, refund, spend } from '../one-time-codes/budgets.ts'
import { checkCode } from '../one-time-codes/check-code.ts'
import { createFlow, deleteFlowsOf, forgetFlow, redeemCode } from '../one-time-codes/flows.ts'
import { hashOf } from '../secrets.ts'
import { endSessionsOf } from '../sessions/store.ts'
import { mailboxOf } from '../users/mailboxes.ts'
import { lockNames, releaseName } from '../users/names.ts'
import { announceDeletion } from './deletion-events.ts'

type Stores = Pick<Deps, 'config' | 'pool' | 'log'>

/** Who asks, and with which session: the code is good in that session alone. */
type Leaver = { userId: string; sessionHash: string; requestId: string }

/** Asks for a mail with a code, in place of any that this session asked for before. */
export const sendDeletionCode = ({ config, pool, log }: Stores, leaver: Leaver): Promise<void> =>
  transaction(pool, async (db) => {
    const { email } = await lockLeaver(db, leaver.userId)
    const verdict = await spend(db, [
      chargeOf(config.CODE_KEY, 'mails about deletion', mailboxOf(email)),
    ])
    if (verdict.kind === 'refused') {
      log.info({ budget: verdict.budget }, 'deletion code not sent, budget exhausted')
      throw new AppError('too_many_requests', { retryAfterSeconds: verdict.retryAfterSeconds })
    }
    const cookieHash = hashOf(flowSecretOf(leaver))
    await forgetFlow(db, cookieHash)
    await queueMail(db, await createFlow(db, { email, cookieHash, purpose: 'deletion' }))
  })

/**
 * Deletes an account for good, in one transaction with the word to all others that nothing of it may stay.
 * Throws what is wrong with the name or the code, and `last_admin`.
 */
export const deleteOwnAccount = async (
  deps: Stores,
  leaver: Leaver,
  given: RouteRequest<typeof deleteAccount>['body'],
): Promise<void> => {
  const { email, username } = await transaction(deps.pool, (db) => lockLeaver(db, leaver.userId))
  if (given.username.trim() !== username) {
    throw new AppError('username_mismatch', {
      fields: { username: 'This is not your username. It is case-sensitive.' },
    })
  }
  const { target, charges } = await checkCode(deps, {
    email,
    code: given.code,
    flowSecret: flowSecretOf(leaver),
    purpose: 'deletion',
    browser: null,
  })
  await transaction(deps.pool, async (db) => {
    const account = await lockLeaver(db, leaver.userId)
    if ((await redeemCode(db, target)) === null) throw new AppError('invalid_code')
    await refund(db, charges)
    await forgetAccount(db, deps.config, { account, requestId: leaver.requestId })
  })
  deps.log.info({ userId: leaver.userId }, 'account deleted')
}

/** In place of the cookie that sign-in flows have. Flows are found by their purpose too, so that no cookie opens this one. */
const flowSecretOf = ({ sessionHash }: Leaver): string => `deletion ${sessionHash}`

/** Keeps the account, and who could administer the site after it, until the transaction ends. */
const lockLeaver = async (db: Db, userId: string): Promise<AccountRow> => {
  const { current, activeAdminIds } = await lockForDecision(db, userId)
  if (current === null) throw new AppError('signed_out')
  if (activeAdminIds.length === 1 && activeAdminIds[0] === userId) {
    throw new AppError('last_admin', {
      message:
        'You are the only administrator. Before you can delete your account, make someone else an administrator.',
    })
  }
  return current
}

const forgetAccount = async (
  db: Db,
  { CODE_KEY }: Pick<Deps['config'], 'CODE_KEY'>,
  { account, requestId }: { account: AccountRow; requestId: string },
): Promise<void> => {
  const { id: userId, email, username, suspendedAt } = account
  if (suspendedAt !== null) await keepMailboxSuspended(db, CODE_KEY, email)
  await lockNames(db, CODE_KEY, [username])
  await releaseName(db, CODE_KEY, { username, userId })
  await endSessionsOf(db, { userId, requestId })
  await deleteFlowsOf(db, email)
  await forgive(db, chargeOf(CODE_KEY, 'wrong codes since success', mailboxOf(email)))
  await db.query('DELETE FROM dev_mails WHERE recipient = $1', [email])
  await db.query(
    `UPDATE applied_decisions SET response = response
       || jsonb_build_object(
         'before', response -> 'before' || '{"username": ""}',
         'after', response -> 'after' || '{"username": ""}',
         'state', response -> 'state' || jsonb_build_object(
           'user', response #> '{state,user}' || '{"username": ""}'))
     WHERE user_id = $1`,
    [userId],
  )
  await db.query('DELETE FROM users WHERE id = $1', [userId])
  await announceDeletion(db, { userId, requestId })
}
