import {
  type AdminComment,
  approveComment,
  readAnyComment,
  removeComment,
  reviewComment,
} from '@answerable/contracts/comment-decisions'
import { AppError } from '@answerable/service-kit/errors'
import { type Router, serve } from '@answerable/service-kit/http/serve'
import { refuseConcernedByRemoval, refusePartyToAppeals } from '../appeals/parties.ts'
import { appealOf, findAppealsOn } from '../appeals/store.ts'
import { intentOf, recordIntent } from '../decisions/record-intent.ts'
import type { NewDecision } from '../decisions/store.ts'
import type { Deps } from '../deps.ts'
import { withDecisions } from './reviewed.ts'

type UsedDeps = Pick<Deps, 'pool' | 'auth' | 'catalog' | 'relay' | 'log'>

export const comments = (router: Router, deps: UsedDeps): void => {
  serve(router, reviewComment, async ({ params, requestId }) => {
    const found = await deps.catalog(readAnyComment, { params }, requestId)
    const [entry, appeals] = await Promise.all([
      withDecisions(deps.pool, [found]),
      findAppealsOn(deps.pool, { commentIds: [params.id] }),
    ])
    const { decisions, appeal } = entry[0] ?? { decisions: [], appeal: null }
    return { ...found, decisions, appeal, appeals: appeals.map(appealOf) }
  })

  serve(router, removeComment, (request) =>
    decide(deps, {
      ...intentOf(request),
      kind: 'remove-comment',
      subject: { commentId: request.params.id },
      expectedVersion: request.body.expectedVersion ?? null,
    }),
  )

  serve(router, approveComment, (request) => {
    const subject = { commentId: request.params.id }
    const intent: NewDecision = {
      ...intentOf(request),
      kind: 'approve-comment',
      subject,
      expectedVersion: request.body.expectedVersion ?? null,
    }
    return decide(deps, intent, async () => {
      await refusePartyToAppeals(deps, subject, intent)
      await refuseConcernedByRemoval(deps, subject, intent)
    })
  })
}

const decide = async (
  deps: UsedDeps,
  intent: NewDecision,
  check?: () => Promise<void>,
): Promise<{ decisionId: string; comment: AdminComment }> => {
  const effect = await recordIntent(deps, intent, check)
  if (!('comment' in effect)) throw new Error('a decision about a comment met another subject')
  if (effect.comment === null) throw new AppError('comment_not_found')
  return { decisionId: intent.id, comment: effect.comment }
}
