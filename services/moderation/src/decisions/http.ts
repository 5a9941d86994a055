import {
  approveSubmission,
  releaseVotes,
  removeSubmission,
  superBoostSubmission,
  voidVotes,
} from '@answerable/contracts/decisions'
import type { AdminSubmission } from '@answerable/contracts/submissions'
import { type Router, serve } from '@answerable/service-kit/http/serve'
import { refuseAuthor, refusePartyToAppeals } from '../appeals/parties.ts'
import type { Deps } from '../deps.ts'
import { intentOf, recordIntent } from './record-intent.ts'
import type { NewDecision } from './store.ts'

type Needs = Pick<Deps, 'pool' | 'auth' | 'catalog' | 'log'>

export const decisions = (router: Router, needs: Needs): void => {
  serve(router, approveSubmission, (request) => {
    const intent: NewDecision = {
      ...intentOf(request),
      kind: 'approve',
      subject: { submissionId: request.params.id },
      expectedVersion: request.body.expectedVersion ?? null,
    }
    return decideOn(needs, intent, async () => {
      await refusePartyToAppeals(needs, request.params.id, intent)
      await refuseAuthor(needs, request.params.id, intent)
    })
  })

  serve(router, removeSubmission, (request) =>
    decideOn(needs, {
      ...intentOf(request),
      kind: 'remove',
      subject: { submissionId: request.params.id },
      expectedVersion: request.body.expectedVersion ?? null,
    }),
  )

  serve(router, superBoostSubmission, (request) => {
    const intent: NewDecision = {
      ...intentOf(request),
      kind: 'super-boost',
      subject: { submissionId: request.params.id },
      boostValue: request.body.boostValue,
      expectedVersion: request.body.expectedVersion ?? null,
    }
    return decideOn(needs, intent, () => refuseAuthor(needs, request.params.id, intent))
  })

  serve(router, releaseVotes, (request) => {
    const intent: NewDecision = {
      ...intentOf(request),
      kind: 'release-votes',
      subject: { submissionId: request.params.id },
      expectedVersion: request.body.expectedVersion ?? null,
      heldUntil: request.body.heldUntil ?? null,
    }
    return decideOnVotes(needs, intent, () => refuseAuthor(needs, request.params.id, intent))
  })

  serve(router, voidVotes, (request) =>
    decideOnVotes(needs, {
      ...intentOf(request),
      kind: 'void-votes',
      subject: { submissionId: request.params.id },
      expectedVersion: request.body.expectedVersion ?? null,
      heldUntil: request.body.heldUntil ?? null,
    }),
  )
}

const decideOn = async (
  needs: Needs,
  intent: NewDecision,
  check?: () => Promise<void>,
): Promise<{ decisionId: string; submission: AdminSubmission }> => {
  const { decisionId, submission } = await decideOnVotes(needs, intent, check)
  return { decisionId, submission }
}

const decideOnVotes = async (
  needs: Needs,
  intent: NewDecision,
  check?: () => Promise<void>,
): Promise<{ decisionId: string; submission: AdminSubmission; voteCount: number }> => {
  const effect = await recordIntent(needs, intent, check)
  if (!('submission' in effect)) throw new Error('a decision about a submission met an account')
  return {
    decisionId: intent.id,
    submission: effect.submission,
    voteCount: effect.voteCount ?? 0,
  }
}
