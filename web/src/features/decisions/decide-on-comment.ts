import {
  type AdminComment,
  approveComment,
  removeComment,
} from '@answerable/contracts/comment-decisions'
import { call } from '../../api/call.ts'
import { type Reason, reasonBody } from './reason.ts'
import { useDecision } from './use-decision.ts'

const routes = { approve: approveComment, remove: removeComment } as const

type Kind = keyof typeof routes

const done = {
  approve: { title: 'Comment approved', description: 'Flags cleared' },
  remove: { title: 'Comment removed' },
} as const satisfies Record<Kind, object>

const failed = {
  approve: 'Failed to approve the comment',
  remove: 'Failed to remove the comment',
} as const satisfies Record<Kind, string>

type Options = {
  onDecided: () => void
  /** Another administrator decided first; the decision was not applied. */
  onConflict: () => void
}

/** Approves or removes a comment. The page shows the result only after the response. */
export const useDecideOnComment = (
  { id, version }: Pick<AdminComment, 'id' | 'version'>,
  options: Options,
) =>
  useDecision({
    requestOf: ({ kind, reason }: { kind: Kind; reason: Reason }) => ({
      kind,
      params: { id },
      body: { ...reasonBody(reason), expectedVersion: version },
    }),
    send: ({ kind, ...request }, options) => call(routes[kind], request, options),
    done: (_answer, { kind }) => done[kind],
    failed: ({ kind }) => failed[kind],
    submissionId: null,
    ...options,
  })
