import {
  type AdminAlternative,
  approveAlternative,
  readAnyAlternative,
  removeAlternative,
  reviewAlternative,
} from '@answerable/contracts/alternative-decisions'
import { AppError } from '@answerable/service-kit/errors'
import { type Router, serve } from '@answerable/service-kit/http/serve'
import { refuseConcerned, refusePartyToAppeals } from '../appeals/parties.ts'
import { intentOf, recordIntent } from '../decisions/record-intent.ts'
import type { NewDecision } from '../decisions/store.ts'
import { withReview } from '../decisions/subject-history.ts'
import type { Deps } from '../deps.ts'

type UsedDeps = Pick<Deps, 'pool' | 'auth' | 'catalog' | 'relay' | 'log'>

/** Decisions about alternatives. */
export const alternatives = (router: Router, deps: UsedDeps): void => {
  serve(router, reviewAlternative, async ({ params, requestId }) => {
    const found = await deps.catalog(readAnyAlternative, { params }, requestId)
    return withReview(deps.pool, 'alternative', found)
  })

  serve(router, removeAlternative, (request) =>
    decide(deps, {
      ...intentOf(request),
      kind: 'remove-alternative',
      subject: { subjectKind: 'alternative', subjectId: request.params.id },
      expectedVersion: request.body.expectedVersion ?? null,
    }),
  )

  serve(router, approveAlternative, (request) => {
    const subject = { subjectKind: 'alternative', subjectId: request.params.id } as const
    const intent: NewDecision = {
      ...intentOf(request),
      kind: 'approve-alternative',
      subject,
      expectedVersion: request.body.expectedVersion ?? null,
    }
    return decide(deps, intent, async () => {
      await refusePartyToAppeals(deps, subject, intent)
      await refuseConcerned(deps, subject, intent)
    })
  })
}

const decide = async (
  deps: UsedDeps,
  intent: NewDecision,
  check?: () => Promise<void>,
): Promise<{ decisionId: string; alternative: AdminAlternative }> => {
  const effect = await recordIntent(deps, intent, check)
  if (!('alternative' in effect))
    throw new Error('a decision about an alternative met another subject')
  if (effect.alternative === null) throw new AppError('alternative_not_found')
  return { decisionId: intent.id, alternative: effect.alternative }
}
