import { approveSubmission, removeSubmission } from '@answerable/contracts/decisions'
import type { AdminSubmission } from '@answerable/contracts/submissions'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, messageFor } from '../../api/api-error.ts'
import { useAttemptKey } from '../../api/attempt-key.ts'
import { call } from '../../api/call.ts'
import { useToast } from '../../ui/toast.tsx'
import { adminKey } from '../review/admin-key.ts'
import { useMemberCall } from '../sign-in/member-call.ts'
import { useDecisionTaken } from './decision-taken.ts'
import { type Reason, reasonBody } from './reason.ts'

type PlainKind = 'approve' | 'remove'

const routes = { approve: approveSubmission, remove: removeSubmission } as const

const done = {
  approve: { title: 'Submission approved', description: 'Flags cleared' },
  remove: { title: 'Submission removed' },
} as const satisfies Record<PlainKind, object>

const failed = {
  approve: 'Failed to approve submission',
  remove: 'Failed to remove submission',
} as const satisfies Record<PlainKind, string>

type Wires = {
  onDecided: () => void
  /** Another administrator was quicker: nothing was done. */
  onConflict: () => void
}

/** Approves or removes a submission; nothing is shown as done before the answer says so. */
export const useDecide = (
  { id, version }: Pick<AdminSubmission, 'id' | 'version'>,
  { onDecided, onConflict }: Wires,
) => {
  const client = useQueryClient()
  const toast = useToast()
  const taken = useDecisionTaken()
  const memberCall = useMemberCall()
  const { headersFor, onSettled } = useAttemptKey()
  return useMutation({
    mutationFn: ({ kind, reason }: { kind: PlainKind; reason: Reason }) => {
      const body = { ...reasonBody(reason), expectedVersion: version }
      const headers = headersFor([kind, id, body])
      return memberCall(() => call(routes[kind], { params: { id }, body }, { headers }))
    },
    onSuccess: (_answer, { kind }) => {
      toast(done[kind])
      onDecided()
      taken(id)
    },
    onError: (error, { kind }) => {
      toast({
        title: 'Error',
        description: messageFor(error, failed[kind]),
        variant: 'destructive',
      })
      if (error instanceof ApiError && error.code === 'decision_conflict') onConflict()
      if (error instanceof ApiError && error.status < 500) {
        void client.invalidateQueries({ queryKey: adminKey })
      }
    },
    onSettled,
  })
}
