import type { applyAccountDecision } from '@answerable/contracts/accounts'
import type { RouteRequest, RouteResponse } from '@answerable/contracts/route'
import type { Db } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import { resetPasskeysOf } from '../passkeys/reset.ts'
import { findPasskeys } from '../passkeys/store.ts'
import { findUser, stateOf } from '../users/store.ts'
import { lockMailbox, reinstateMailbox, suspendMailbox } from './mailbox-suspension.ts'
import { refusalOf, refusalOfReset } from './rules.ts'
import {
  type AccountRow,
  accountOf,
  findAppliedDecision,
  insertAppliedDecision,
  lockForDecision,
} from './store.ts'

type Decision = RouteRequest<typeof applyAccountDecision>['body']
type Applied = RouteResponse<typeof applyAccountDecision>

/**
 * Applies a decision once. A suspension and its end concern every account of the mailbox, a reset of passkeys only the
 * account itself; an account that is as decided already stays as it is. Ends the sessions of the suspended.
 */
export const decide = async (
  db: Db,
  decision: Decision,
  { codeKey, requestId }: { codeKey: Buffer; requestId: string },
): Promise<Applied> => {
  const { accountId, decisionId, adminId, kind } = decision
  const found = await findUser(db, accountId)
  if (found === null) throw new AppError('account_not_found')
  await lockMailbox(db, codeKey, found.email)
  const { current, mailbox, activeAdminIds } = await lockForDecision(db, accountId)
  if (current === null) throw new AppError('account_not_found')
  const earlier = await findAppliedDecision(db, { decisionId, accountId })
  if (earlier !== null) return { ...earlier, others: othersOf(mailbox, current) }
  if (kind === 'reset-passkeys') {
    const hasPasskey = (await findPasskeys(db, adminId)).length > 0
    const refusal = refusalOfReset({ account: current, adminId }, { activeAdminIds, hasPasskey })
    if (refusal !== null) throw new AppError(refusal)
    const applied = await applyReset(db, current, { decisionId, requestId })
    return { ...applied, others: othersOf(mailbox, current) }
  }
  const accountIds = mailbox.map(({ id }) => id)
  const refusal = refusalOf({ kind, accountIds, adminId }, activeAdminIds)
  if (refusal !== null) throw new AppError(refusal)
  const apply = kind === 'suspend' ? suspendMailbox : reinstateMailbox
  const change = { email: current.email, accounts: mailbox, requestId }
  const changed = new Map((await apply(db, codeKey, change)).map((row) => [row.id, row]))
  const decided = changed.get(accountId) ?? current
  const applied = {
    before: accountOf(current),
    after: accountOf(decided),
    state: stateOf(decided),
  }
  await insertAppliedDecision(db, { decisionId, accountId, applied })
  const after = mailbox.map((row) => changed.get(row.id) ?? row)
  return { ...applied, others: othersOf(after, current) }
}

/** Resets the passkeys of an account under the decision's id. */
export const applyReset = async (
  db: Db,
  account: AccountRow,
  { decisionId, requestId }: { decisionId: string; requestId: string | null },
): Promise<Omit<Applied, 'others'>> => {
  await resetPasskeysOf(db, { userId: account.id, requestId })
  const unchanged = accountOf(account)
  const applied = { before: unchanged, after: unchanged, state: stateOf(account) }
  await insertAppliedDecision(db, { decisionId, accountId: account.id, applied })
  return applied
}

/** Not stored with the decision: the response to a repeated call has the current states. */
const othersOf = (mailbox: readonly AccountRow[], { id }: AccountRow): Applied['others'] =>
  mailbox.filter((account) => account.id !== id).map(stateOf)
