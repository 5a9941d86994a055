import {
  approveSubmission,
  lockDiscussion,
  removeSubmission,
  unlockDiscussion,
} from '@answerable/contracts/decisions'
import type { AdminSubmission } from '@answerable/contracts/submissions'
import { call } from '../../api/call.ts'
import { type Reason, reasonBody } from './reason.ts'
import { useDecision } from './use-decision.ts'

const routes = {
  approve: approveSubmission,
  remove: removeSubmission,
  'lock-discussion': lockDiscussion,
  'unlock-discussion': unlockDiscussion,
} as const

type PlainKind = keyof typeof routes

const done = {
  approve: { title: 'Submission approved', description: 'Flags cleared' },
  remove: { title: 'Submission removed' },
  'lock-discussion': { title: 'Discussion locked' },
  'unlock-discussion': { title: 'Discussion unlocked' },
} as const satisfies Record<PlainKind, object>

const failed = {
  approve: 'Failed to approve submission',
  remove: 'Failed to remove submission',
  'lock-discussion': 'Failed to lock the discussion',
  'unlock-discussion': 'Failed to unlock the discussion',
} as const satisfies Record<PlainKind, string>

type Options = {
  onDecided: () => void
  /** Another administrator decided first; the decision was not applied. */
  onConflict: () => void
}

/** Approves or removes a submission, locks or unlocks its discussion. The page shows the result only after the response. */
export const useDecide = (
  { id, version }: Pick<AdminSubmission, 'id' | 'version'>,
  options: Options,
) =>
  useDecision({
    requestOf: ({ kind, reason }: { kind: PlainKind; reason: Reason }) => ({
      kind,
      params: { id },
      body: { ...reasonBody(reason), expectedVersion: version },
    }),
    send: ({ kind, ...request }, options) => call(routes[kind], request, options),
    done: (_answer, { kind }) => done[kind],
    failed: ({ kind }) => failed[kind],
    submissionId: id,
    ...options,
  })
