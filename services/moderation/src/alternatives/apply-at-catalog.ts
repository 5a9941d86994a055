import {
  applyAlternativeDecision,
  readAnyAlternative,
} from '@answerable/contracts/alternative-decisions'
import type { AlternativeEffect, Owners } from '../decisions/apply-at-owner.ts'
import type { Decision } from '../decisions/store.ts'

/** Removes or approves an alternative. A refused appeal changes nothing. */
export const decideOnAlternative = async (
  { catalog }: Pick<Owners, 'catalog'>,
  { id: decisionId, kind, reasonCode, expectedVersion, requestId }: Decision,
  alternativeId: string,
): Promise<AlternativeEffect> => {
  if (kind === 'uphold') {
    const params = { id: alternativeId }
    const { flags: _, ...alternative } = await catalog(readAnyAlternative, { params }, requestId)
    const { state, flagCount, version, submission } = alternative
    const logged = { state, flagCount, version }
    return {
      subject: {
        kind: 'alternative',
        id: alternativeId,
        submissionId: submission.id,
        category: submission.category,
      },
      before: logged,
      after: logged,
      alternative,
      voteCount: null,
    }
  }
  const body = {
    decisionId,
    alternativeId,
    action: kind === 'remove-alternative' ? ('remove' as const) : ('approve' as const),
    reasonCode,
    ...(expectedVersion === null ? {} : { expectedVersion }),
  }
  const { submissionId, category, ...effect } = await catalog(
    applyAlternativeDecision,
    { body },
    requestId,
  )
  return {
    ...effect,
    subject: { kind: 'alternative', id: alternativeId, submissionId, category },
    voteCount: null,
  }
}
