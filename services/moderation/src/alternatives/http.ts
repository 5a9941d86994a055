import { countAccounts } from '@answerable/contracts/accounts'
import {
  type AdminAlternative,
  approveAlternative,
  readAnyAlternative,
  removeAlternative,
  reviewAlternative,
} from '@answerable/contracts/alternatives'
import { AppError } from '@answerable/service-kit/errors'
import { type Router, serve } from '@answerable/service-kit/http/serve'
import { intentOf, recordIntent } from '../decisions/record-intent.ts'
import type { NewDecision } from '../decisions/store.ts'
import type { Deps } from '../deps.ts'
import { withDecisions } from './reviewed.ts'

type UsedDeps = Pick<Deps, 'pool' | 'auth' | 'catalog' | 'relay' | 'log'>

/** Decisions about alternatives. */
export const alternatives = (router: Router, deps: UsedDeps): void => {
  serve(router, reviewAlternative, async ({ params, requestId }) => {
    const found = await deps.catalog(readAnyAlternative, { params }, requestId)
    const [alternative] = await withDecisions(deps.pool, [found])
    return alternative ?? { ...found, decisions: [] }
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
    const { id } = request.params
    const intent: NewDecision = {
      ...intentOf(request),
      kind: 'approve-alternative',
      subject: { subjectKind: 'alternative', subjectId: id },
      expectedVersion: request.body.expectedVersion ?? null,
    }
    return decide(deps, intent, () => refuseAuthor(deps, id, intent))
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

/** Throws `other_admin_needed` for the author of the alternative, while there is another administrator. */
const refuseAuthor = async (
  { auth, catalog }: Pick<Deps, 'auth' | 'catalog'>,
  id: string,
  { moderator, requestId }: Pick<NewDecision, 'moderator' | 'requestId'>,
): Promise<void> => {
  const { authorId } = await catalog(readAnyAlternative, { params: { id } }, requestId)
  if (authorId !== moderator.id) return
  const { activeAdmins } = await auth(countAccounts, {}, requestId)
  if (activeAdmins <= 1) return
  throw new AppError('other_admin_needed', {
    message: 'This is your alternative. Another administrator has to decide on it.',
  })
}
