import { applyResponseDecision } from '@answerable/contracts/response-decisions'
import type { Owners, ResponseEffect } from '../decisions/apply-at-owner.ts'
import type { Decision } from '../decisions/store.ts'

/** Removes or approves an official response. */
export const decideOnResponse = async (
  { catalog }: Pick<Owners, 'catalog'>,
  { id: decisionId, kind, reasonCode, expectedVersion, requestId }: Decision,
  responseId: string,
): Promise<ResponseEffect> => {
  const body = {
    decisionId,
    responseId,
    action: kind === 'remove-response' ? ('remove' as const) : ('approve' as const),
    reasonCode,
    ...(expectedVersion === null ? {} : { expectedVersion }),
  }
  const { submissionId, category, ...effect } = await catalog(
    applyResponseDecision,
    { body },
    requestId,
  )
  return {
    ...effect,
    subject: { kind: 'response', id: responseId, submissionId, category },
    voteCount: null,
  }
}
