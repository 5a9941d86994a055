import { applyUpdateDecision } from '@answerable/contracts/update-decisions'
import type { Owners, UpdateEffect } from '../decisions/apply-at-owner.ts'
import type { Decision } from '../decisions/store.ts'

/** Confirms, declines or takes back an update. */
export const decideOnUpdate = async (
  { catalog }: Pick<Owners, 'catalog'>,
  { id: decisionId, kind, note, requestId }: Decision,
  updateId: string,
): Promise<UpdateEffect> => {
  const body = { decisionId, updateId, action: actionOf(kind), note: note?.note ?? null }
  const { submissionId, category, ...effect } = await catalog(
    applyUpdateDecision,
    { body },
    requestId,
  )
  return {
    ...effect,
    subject: { kind: 'submission', id: submissionId, category, updateId },
    voteCount: null,
  }
}

const actionOf = (kind: Decision['kind']): 'confirm' | 'decline' | 'withdraw' => {
  if (kind === 'confirm-update') return 'confirm'
  return kind === 'withdraw-update' ? 'withdraw' : 'decline'
}
