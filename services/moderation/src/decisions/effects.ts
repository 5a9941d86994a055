import { type Account, applyAccountDecision } from '@answerable/contracts/accounts'
import {
  applyDecision,
  type DecisionAction,
  type SubmissionState,
} from '@answerable/contracts/decisions'
import { readAnySubmission, writeAuthorState } from '@answerable/contracts/review-internal'
import type { AdminSubmission } from '@answerable/contracts/submissions'
import type { Deps } from '../deps.ts'
import type { Change } from '../log/payload.ts'
import type { Decision } from './store.ts'

/** What a decision did, and what it is answered with. */
export type Effect =
  | (Extract<Change, { before: SubmissionState }> & { submission: AdminSubmission })
  | (Extract<Change, { before: { suspended: boolean } }> & { account: Account })

type Calls = Pick<Deps, 'auth' | 'catalog'>

/**
 * Puts a decision into effect with the service that owns its subject. Repeating it does nothing more and
 * answers the same. Throws what that service refuses.
 */
export const putIntoEffect = (calls: Calls, decision: Decision): Promise<Effect> => {
  const { subject } = decision
  return 'accountId' in subject
    ? decideOnAccount(calls, decision, subject.accountId)
    : decideOnSubmission(calls, decision, subject.submissionId)
}

const decideOnSubmission = async (
  { catalog }: Calls,
  decision: Decision,
  submissionId: string,
): Promise<Effect> => {
  const action = actionOf(decision)
  if (action === null) {
    const params = { id: submissionId }
    const { flags: _, ...submission } = await catalog(
      readAnySubmission,
      { params },
      decision.requestId,
    )
    return submissionEffect(submission, submission)
  }
  const body = {
    decisionId: decision.id,
    submissionId,
    action,
    ...(decision.expectedVersion === null ? {} : { expectedVersion: decision.expectedVersion }),
  }
  const { before, after } = await catalog(applyDecision, { body }, decision.requestId)
  return submissionEffect(before, after)
}

/** What the catalog is to do; null where the submission stays as it is. */
const actionOf = ({ kind, boostValue }: Decision): DecisionAction | null => {
  if (kind === 'approve' || kind === 'remove') return { kind }
  return kind === 'super-boost' ? { kind, boostValue: boostValue ?? 0 } : null
}

const submissionEffect = (before: AdminSubmission, after: AdminSubmission): Effect => ({
  subject: { kind: 'submission', id: after.id, category: after.category },
  before: stateOf(before),
  after: stateOf(after),
  submission: after,
})

const stateOf = (submission: AdminSubmission): SubmissionState => ({
  approved: submission.approved,
  superBoost: submission.superBoost,
  flagCount: submission.flagCount,
  score: submission.score,
  version: submission.version,
})

const decideOnAccount = async (
  { auth, catalog }: Calls,
  { id, kind, moderator, requestId }: Decision,
  accountId: string,
): Promise<Effect> => {
  const { before, after, state } = await auth(
    applyAccountDecision,
    {
      body: {
        decisionId: id,
        accountId,
        adminId: moderator.id,
        kind: kind === 'suspend' ? 'suspend' : 'reinstate',
      },
    },
    requestId,
  )
  await catalog(writeAuthorState, { body: state }, requestId)
  return {
    subject: { kind: 'account', id: accountId },
    before: { suspended: before.suspended },
    after: { suspended: after.suspended },
    account: after,
  }
}
