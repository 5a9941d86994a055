import {
  approveSubmission,
  lockDiscussion,
  releaseVotes,
  removeSubmission,
  renameSubmission,
  superBoostSubmission,
  unlockDiscussion,
  voidVotes,
} from '@answerable/contracts/decisions'
import type { RouteResponse } from '@answerable/contracts/route'
import type { AdminSubmission } from '@answerable/contracts/submissions'
import { type Router, serve } from '@answerable/service-kit/http/serve'
import {
  refuseConcerned,
  refuseConcernedByRemoval,
  refusePartyToAppeals,
} from '../appeals/parties.ts'
import type { Deps } from '../deps.ts'
import { intentOf, recordIntent } from './record-intent.ts'
import type { NewDecision } from './store.ts'

type UsedDeps = Pick<Deps, 'pool' | 'auth' | 'catalog' | 'relay' | 'log'>

export const decisions = (router: Router, deps: UsedDeps): void => {
  serve(router, approveSubmission, (request) => {
    const intent: NewDecision = {
      ...intentOf(request),
      kind: 'approve',
      subject: { submissionId: request.params.id },
      expectedVersion: request.body.expectedVersion ?? null,
    }
    return decideOn(deps, intent, async () => {
      await refusePartyToAppeals(deps, { submissionId: request.params.id }, intent)
      await refuseConcernedByRemoval(deps, { submissionId: request.params.id }, intent)
    })
  })

  serve(router, removeSubmission, (request) =>
    decideOn(deps, {
      ...intentOf(request),
      kind: 'remove',
      subject: { submissionId: request.params.id },
      expectedVersion: request.body.expectedVersion ?? null,
    }),
  )

  serve(router, lockDiscussion, (request) => {
    const intent: NewDecision = {
      ...intentOf(request),
      kind: 'lock-discussion',
      subject: { submissionId: request.params.id },
      expectedVersion: request.body.expectedVersion ?? null,
    }
    return decideOn(deps, intent, () =>
      refuseConcerned(deps, { submissionId: request.params.id }, intent),
    )
  })

  serve(router, unlockDiscussion, (request) =>
    decideOn(deps, {
      ...intentOf(request),
      kind: 'unlock-discussion',
      subject: { submissionId: request.params.id },
      expectedVersion: request.body.expectedVersion ?? null,
    }),
  )

  serve(router, renameSubmission, (request) => {
    const intent: NewDecision = {
      ...intentOf(request),
      kind: 'rename',
      subject: { submissionId: request.params.id, newName: request.body.targetName },
      expectedVersion: request.body.expectedVersion ?? null,
    }
    return decideOn(deps, intent, () =>
      refuseConcerned(deps, { submissionId: request.params.id }, intent),
    )
  })

  serve(router, superBoostSubmission, (request) =>
    decideOn(deps, {
      ...intentOf(request),
      kind: 'super-boost',
      subject: { submissionId: request.params.id },
      boostValue: request.body.boostValue,
      expectedVersion: request.body.expectedVersion ?? null,
    }),
  )

  serve(router, releaseVotes, (request) => {
    const intent: NewDecision = {
      ...intentOf(request),
      kind: 'release-votes',
      subject: { submissionId: request.params.id },
      expectedVersion: request.body.expectedVersion ?? null,
      heldUntil: request.body.heldUntil ?? null,
    }
    return decideOnVotes(deps, intent, () =>
      refuseConcerned(deps, { submissionId: request.params.id }, intent),
    )
  })

  serve(router, voidVotes, (request) =>
    decideOnVotes(deps, {
      ...intentOf(request),
      kind: 'void-votes',
      subject: { submissionId: request.params.id },
      expectedVersion: request.body.expectedVersion ?? null,
      heldUntil: request.body.heldUntil ?? null,
    }),
  )
}

const decideOn = async (
  deps: UsedDeps,
  intent: NewDecision,
  check?: () => Promise<void>,
): Promise<{ decisionId: string; submission: AdminSubmission }> => {
  const { decisionId, submission } = await decideOnVotes(deps, intent, check)
  return { decisionId, submission }
}

const decideOnVotes = async (
  deps: UsedDeps,
  intent: NewDecision,
  check?: () => Promise<void>,
): Promise<RouteResponse<typeof voidVotes>> => {
  const effect = await recordIntent(deps, intent, check)
  if (!('submission' in effect)) throw new Error('a decision about a submission met an account')
  return {
    decisionId: intent.id,
    submission: effect.submission,
    voteCount: effect.voteCount ?? 0,
    participationCount: effect.participationCount ?? 0,
  }
}
