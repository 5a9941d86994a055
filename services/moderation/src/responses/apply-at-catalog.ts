import { applyResponseDecision, readAnyResponse } from '@answerable/contracts/response-decisions'
import type { Owners, ResponseEffect } from '../decisions/apply-at-owner.ts'
import type { Decision } from '../decisions/store.ts'

/** Removes or approves an official response. A refused appeal changes nothing. */
export const decideOnResponse = async (
  { catalog }: Pick<Owners, 'catalog'>,
  { id: decisionId, kind, reasonCode, expectedVersion, requestId }: Decision,
  responseId: string,
): Promise<ResponseEffect> => {
  if (kind === 'uphold') {
    const params = { id: responseId }
    const { flags: _, ...response } = await catalog(readAnyResponse, { params }, requestId)
    const { state, flagCount, version, submission } = response
    const logged = { state, flagCount, version }
    return {
      subject: {
        kind: 'response',
        id: responseId,
        submissionId: submission.id,
        category: submission.category,
      },
      before: logged,
      after: logged,
      response,
      voteCount: null,
    }
  }
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
