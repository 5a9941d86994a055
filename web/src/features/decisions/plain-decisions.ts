import { approveAlternative, removeAlternative } from '@answerable/contracts/alternative-decisions'
import { acceptSuggestion, declineSuggestion } from '@answerable/contracts/business-decisions'
import { acceptClaim, declineClaim, revokeClaim } from '@answerable/contracts/claims'
import { approveComment, removeComment } from '@answerable/contracts/comment-decisions'
import {
  approveSubmission,
  lockDiscussion,
  removeSubmission,
  unlockDiscussion,
} from '@answerable/contracts/decisions'
import { approveResponse, removeResponse } from '@answerable/contracts/response-decisions'
import {
  confirmUpdate,
  declineUpdate,
  withdrawUpdate,
} from '@answerable/contracts/update-decisions'

const flagsCleared = 'Flags cleared'

const approveOrRemove = <Approve, Remove>(name: string, approve: Approve, remove: Remove) => ({
  approve: {
    route: approve,
    done: { title: `${name} approved`, description: flagsCleared },
    failed: `Failed to approve the ${name.toLowerCase()}`,
  },
  remove: {
    route: remove,
    done: { title: `${name} removed` },
    failed: `Failed to remove the ${name.toLowerCase()}`,
  },
})

/** The decisions that need nothing but a reason, by what they are about. */
export const plainDecisions = {
  submission: {
    approve: {
      route: approveSubmission,
      done: { title: 'Submission approved', description: flagsCleared },
      failed: 'Failed to approve submission',
    },
    remove: {
      route: removeSubmission,
      done: { title: 'Submission removed' },
      failed: 'Failed to remove submission',
    },
    'lock-discussion': {
      route: lockDiscussion,
      done: { title: 'Discussion locked' },
      failed: 'Failed to lock the discussion',
    },
    'unlock-discussion': {
      route: unlockDiscussion,
      done: { title: 'Discussion unlocked' },
      failed: 'Failed to unlock the discussion',
    },
  },
  comment: approveOrRemove('Comment', approveComment, removeComment),
  response: approveOrRemove('Response', approveResponse, removeResponse),
  alternative: approveOrRemove('Alternative', approveAlternative, removeAlternative),
  suggestion: {
    accept: {
      route: acceptSuggestion,
      done: { title: 'Suggestion accepted' },
      failed: 'Failed to accept the suggestion',
    },
    decline: {
      route: declineSuggestion,
      done: { title: 'Suggestion declined' },
      failed: 'Failed to decline the suggestion',
    },
  },
  update: {
    confirm: {
      route: confirmUpdate,
      done: { title: 'Update confirmed' },
      failed: 'Failed to confirm the update',
    },
    decline: {
      route: declineUpdate,
      done: { title: 'Update declined' },
      failed: 'Failed to decline the update',
    },
    withdraw: {
      route: withdrawUpdate,
      done: { title: 'Update taken back' },
      failed: 'Failed to take back the update',
    },
  },
  claim: {
    accept: {
      route: acceptClaim,
      done: { title: 'Claim confirmed' },
      failed: 'Failed to confirm the claim',
    },
    decline: {
      route: declineClaim,
      done: { title: 'Claim declined' },
      failed: 'Failed to decline the claim',
    },
    revoke: {
      route: revokeClaim,
      done: { title: 'Representation ended' },
      failed: 'Failed to end the representation',
    },
  },
} as const

type Decisions = typeof plainDecisions
export type DecidedKind = keyof Decisions
type Routes = { [Kind in DecidedKind]: Decisions[Kind][keyof Decisions[Kind]] }[DecidedKind]

export type PlainDecision = {
  route: Routes extends { route: infer Route } ? Route : never
  done: { title: string; description?: string }
  failed: string
}
