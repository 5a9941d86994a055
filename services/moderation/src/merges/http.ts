import {
  computeMerge,
  mergeSubmission,
  previewMerge,
  unmergeSubmission,
} from '@answerable/contracts/merges'
import type { AdminSubmission } from '@answerable/contracts/submissions'
import { AppError } from '@answerable/service-kit/errors'
import { type Router, serve } from '@answerable/service-kit/http/serve'
import { refuseConcerned } from '../appeals/parties.ts'
import { intentOf, recordIntent } from '../decisions/record-intent.ts'
import type { NewDecision } from '../decisions/store.ts'
import type { Deps } from '../deps.ts'
import { findLastMerge } from './store.ts'

type UsedDeps = Pick<Deps, 'pool' | 'auth' | 'catalog' | 'relay' | 'log'>

/** Merges of submissions. An administrator's own submission gains no votes by their own decision. */
export const merges = (router: Router, deps: UsedDeps): void => {
  serve(router, previewMerge, ({ params, query, requestId }) => {
    refuseSame(params.id, query.into)
    return deps.catalog(computeMerge, { query: { id: params.id, into: query.into } }, requestId)
  })

  serve(router, mergeSubmission, (request) => {
    const { into, expectedVersion, expectedIntoVersion } = request.body
    refuseSame(request.params.id, into)
    const intent: NewDecision = {
      ...intentOf(request),
      kind: 'merge',
      subject: { submissionId: request.params.id },
      intoId: into,
      expectedVersion: expectedVersion ?? null,
      expectedIntoVersion: expectedIntoVersion ?? null,
    }
    return decide(deps, intent, () => refuseConcerned(deps, { submissionId: into }, intent))
  })

  serve(router, unmergeSubmission, async (request) => {
    const { id } = request.params
    const merged = await findLastMerge(deps.pool, id)
    const intent: NewDecision = {
      ...intentOf(request),
      kind: 'unmerge',
      subject: { submissionId: id },
      intoId: merged?.intoId ?? null,
      expectedVersion: request.body.expectedVersion ?? null,
    }
    return decide(deps, intent, async () => {
      if (merged?.moderatorId !== intent.moderator.id) {
        await refuseConcerned(deps, { submissionId: id }, intent)
      }
    })
  })
}

const refuseSame = (id: string, into: string): void => {
  if (id !== into) return
  throw new AppError('invalid_request', { fields: { into: 'Choose another submission.' } })
}

const decide = async (
  deps: UsedDeps,
  intent: NewDecision,
  check: () => Promise<void>,
): Promise<{ decisionId: string; submission: AdminSubmission }> => {
  const effect = await recordIntent(deps, intent, check)
  if (!('submission' in effect)) throw new Error('a merge met an account')
  return { decisionId: intent.id, submission: effect.submission }
}
