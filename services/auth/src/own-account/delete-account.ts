import type { deleteAccount } from '@answerable/contracts/own-account'
import type { RouteRequest } from '@answerable/contracts/route'
import { type Db, transaction } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import { storeSuspendedMailbox } from '../accounts/mailbox-suspension.ts'
import { type AccountRow, lockForDecision } from '../accounts/store.ts'
import type { Deps } from '../deps.ts'
import { queueMail } from '../mail/outbox.ts'
import { chargeOf, forgive, refund, spend } from '../one-time-codes/budgets.ts'
import { checkCode } from '../one-time-codes/check-code.ts'
import { createFlow, deleteFlowsOf, forgetFlow, redeemCode } from '../one-time-codes/flows.ts'
import { isSessionUnconfirmed } from '../passkeys/confirm.ts'
import { hashOf } from '../secrets.ts'
import { endSessionsOf } from '../sessions/store.ts'
import { mailboxOf } from '../users/mailboxes.ts'
import { lockNames, releaseName } from '../users/names.ts'
import { announceDeletion } from './deletion-events.ts'

type Stores = Pick<Deps, 'config' | 'pool' | 'log'>

/** The user and the session of the request. A code is valid only in that session. */
type Requester = { userId: string; sessionHash: string; requestId: string }

/** Queues a mail with a code, which replaces an earlier code of this session. Throws as `deleteOwnAccount`. */
export const sendDeletionCode = (
  { config, pool, log }: Stores,
  requester: Requester,
): Promise<void> =>
  transaction(pool, async (db) => {
    const { email } = await lockForDeletion(db, config, requester)
    const verdict = await spend(db, [
      chargeOf(config.CODE_KEY, 'mails about deletion', mailboxOf(email)),
    ])
    if (verdict.kind === 'refused') {
      log.info({ budget: verdict.budget }, 'deletion code not sent, budget exhausted')
      throw new AppError('too_many_requests', { retryAfterSeconds: verdict.retryAfterSeconds })
    }
    const cookieHash = hashOf(flowSecretOf(requester))
    await forgetFlow(db, cookieHash)
    await queueMail(db, await createFlow(db, { email, cookieHash, purpose: 'deletion' }))
  })

/**
 * Deletes an account permanently and publishes the deletion, in one transaction. Throws `username_mismatch`,
 * `invalid_code`, `code_exhausted`, `last_admin` and `confirmation_needed`.
 */
export const deleteOwnAccount = async (
  deps: Stores,
  requester: Requester,
  given: RouteRequest<typeof deleteAccount>['body'],
): Promise<void> => {
  const { email, username } = await transaction(deps.pool, (db) =>
    lockForDeletion(db, deps.config, requester),
  )
  if (given.username.trim() !== username) {
    throw new AppError('username_mismatch', {
      fields: { username: 'This is not your username. It is case-sensitive.' },
    })
  }
  const { target, charges } = await checkCode(deps, {
    email,
    code: given.code,
    flowSecret: flowSecretOf(requester),
    purpose: 'deletion',
    browser: null,
  })
  await transaction(deps.pool, async (db) => {
    const account = await lockForDeletion(db, deps.config, requester)
    if ((await redeemCode(db, target)) === null) throw new AppError('invalid_code')
    await refund(db, charges)
    await eraseAccount(db, deps.config, { account, requestId: requester.requestId })
  })
  deps.log.info({ userId: requester.userId }, 'account deleted')
}

/** Used in place of the cookie of sign-in flows. Flows are also found by purpose, so that no cookie opens this one. */
const flowSecretOf = ({ sessionHash }: Requester): string => `deletion ${sessionHash}`

/** Locks the account and the active administrators until the transaction ends. */
const lockForDeletion = async (
  db: Db,
  config: Deps['config'],
  { userId, sessionHash }: Requester,
): Promise<AccountRow> => {
  const { current, activeAdminIds } = await lockForDecision(db, userId)
  if (current === null) throw new AppError('signed_out')
  // With the mailbox alone, a new account with the same address could get the role again, without the passkeys.
  if (current.isAdmin && (await isSessionUnconfirmed(db, config, { userId, sessionHash }))) {
    throw new AppError('confirmation_needed')
  }
  if (activeAdminIds.length === 1 && activeAdminIds[0] === userId) {
    throw new AppError('last_admin', {
      message:
        'You are the only administrator. Before you can delete your account, make someone else an administrator.',
    })
  }
  return current
}

const eraseAccount = async (
  db: Db,
  { CODE_KEY }: Pick<Deps['config'], 'CODE_KEY'>,
  { account, requestId }: { account: AccountRow; requestId: string },
): Promise<void> => {
  const { id: userId, email, username, suspendedAt } = account
  if (suspendedAt !== null) await storeSuspendedMailbox(db, CODE_KEY, email)
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
