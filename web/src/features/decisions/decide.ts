import {
  type AdminAlternative,
  approveAlternative,
  removeAlternative,
} from '@answerable/contracts/alternatives'
import {
  type AdminComment,
  approveComment,
  removeComment,
} from '@answerable/contracts/comment-decisions'
import {
  approveSubmission,
  lockDiscussion,
  removeSubmission,
  unlockDiscussion,
} from '@answerable/contracts/decisions'
import type { AdminSubmission } from '@answerable/contracts/submissions'
import { call } from '../../api/call.ts'
import type { ShowToast } from '../../ui/notice.ts'
import { type Reason, reasonBody } from './reason.ts'
import { useDecision } from './use-decision.ts'

type Options = {
  onDecided: () => void
  /** Another administrator decided first; the decision was not applied. */
  onConflict: () => void
}

/** A decision that needs nothing but a reason. */
type PlainDecision = {
  route:
    | typeof approveSubmission
    | typeof removeSubmission
    | typeof lockDiscussion
    | typeof unlockDiscussion
    | typeof approveComment
    | typeof removeComment
    | typeof approveAlternative
    | typeof removeAlternative
  done: Parameters<ShowToast>[0]
  failed: string
}

const onSubmission = {
  approve: {
    route: approveSubmission,
    done: { title: 'Submission approved', description: 'Flags cleared' },
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
} as const satisfies Record<string, PlainDecision>

const onComment = {
  approve: {
    route: approveComment,
    done: { title: 'Comment approved', description: 'Flags cleared' },
    failed: 'Failed to approve the comment',
  },
  remove: {
    route: removeComment,
    done: { title: 'Comment removed' },
    failed: 'Failed to remove the comment',
  },
} as const satisfies Record<string, PlainDecision>

const onAlternative = {
  approve: {
    route: approveAlternative,
    done: { title: 'Alternative approved', description: 'Flags cleared' },
    failed: 'Failed to approve the alternative',
  },
  remove: {
    route: removeAlternative,
    done: { title: 'Alternative removed' },
    failed: 'Failed to remove the alternative',
  },
} as const satisfies Record<string, PlainDecision>

/**
 * Approves or removes a submission, locks or unlocks its discussion. The page shows the result only after the
 * response.
 */
export const useDecide = (
  { id, version }: Pick<AdminSubmission, 'id' | 'version'>,
  options: Options,
) => usePlainDecision(onSubmission, { id, version, submissionId: id }, options)

/** Approves or removes a comment. The page shows the result only after the response. */
export const useDecideOnComment = (
  { id, version }: Pick<AdminComment, 'id' | 'version'>,
  options: Options,
) => usePlainDecision(onComment, { id, version, submissionId: null }, options)

/** The same for an alternative. */
export const useDecideOnAlternative = (
  { id, version }: Pick<AdminAlternative, 'id' | 'version'>,
  options: Options,
) => usePlainDecision(onAlternative, { id, version, submissionId: null }, options)

const usePlainDecision = <Kind extends string>(
  decisions: Readonly<Record<Kind, PlainDecision>>,
  { id, version, submissionId }: { id: string; version: number; submissionId: string | null },
  options: Options,
) =>
  useDecision({
    requestOf: ({ kind, reason }: { kind: Kind; reason: Reason }) => ({
      kind,
      params: { id },
      body: { ...reasonBody(reason), expectedVersion: version },
    }),
    send: ({ kind, ...request }, options) => call(decisions[kind].route, request, options),
    done: (_answer, { kind }) => decisions[kind].done,
    failed: ({ kind }) => decisions[kind].failed,
    submissionId,
    ...options,
  })
