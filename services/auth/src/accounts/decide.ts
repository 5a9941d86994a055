import type { applyAccountDecision } from '@answerable/contracts/accounts'
import type { RouteRequest, RouteResponse } from '@answerable/contracts/route'
import type { Db } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import { forgetSuspendedMailbox } from '../own-account/suspended-mailboxes.ts'
import { endSessionsOf } from '../sessions/store.ts'
import { announceUser, stateOf } from '../users/store.ts'
import { refusalOf } from './rules.ts'
import {
  accountOf,
  findAppliedDecision,
  insertAppliedDecision,
  lockForDecision,
  setSuspended,
} from './store.ts'

type Decision = RouteRequest<typeof applyAccountDecision>['body']
type Applied = RouteResponse<typeof applyAccountDecision>

/** Applies a decision once; what is as decided already stays as it is. Ends the sessions of the suspended. */
export const decide = async (
  db: Db,
  decision: Decision,
  { codeKey, requestId }: { codeKey: Buffer; requestId: string },
): Promise<Applied> => {
  const { accountId, decisionId, kind } = decision
  const { current, activeAdminIds } = await lockForDecision(db, accountId)
  if (current === null) throw new AppError('account_not_found')
  const earlier = await findAppliedDecision(db, { decisionId, accountId })
  if (earlier !== null) return earlier
  const refusal = refusalOf(decision, activeAdminIds)
  if (refusal !== null) throw new AppError(refusal)
  const changed = await setSuspended(db, { id: accountId, suspended: kind === 'suspend' })
  const decided = changed ?? current
  if (changed !== null) await announceUser(db, { user: changed, requestId })
  if (kind === 'suspend') await endSessionsOf(db, { userId: accountId, requestId })
  if (kind === 'reinstate') await forgetSuspendedMailbox(db, codeKey, current.email)
  const applied = {
    before: accountOf(current),
    after: accountOf(decided),
    state: stateOf(decided),
  }
  await insertAppliedDecision(db, { decisionId, accountId, applied })
  return applied
}
