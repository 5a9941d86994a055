import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, messageFor } from '../../api/api-error.ts'
import { useAttemptKey } from '../../api/attempt-key.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { useMemberCall } from '../../session/member-call.ts'
import type { ShowToast } from '../../ui/notice.ts'
import { useToast } from '../../ui/toast.tsx'
import { markDecided } from '../submissions/decided.ts'

type Decision<Input, Request, Answer> = {
  /** The complete request. Repeating it after a lost response has no further effect. */
  requestOf: (input: Input) => Request
  send: (request: Request, options: { headers: Record<string, string> }) => Promise<Answer>
  done: (response: Answer, input: Input) => Parameters<ShowToast>[0]
  failed: (input: Input) => string
  /** Null for a decision that is not about one submission. */
  submissionId: string | null
  onDecided: () => void
  /** Another administrator decided first; the decision was not applied. */
  onConflict?: () => void
}

/** Sends an administrator's decision. The page shows the result only after the response. */
export const useDecision = <Input, Request, Answer>(decision: Decision<Input, Request, Answer>) => {
  const client = useQueryClient()
  const toast = useToast()
  const memberCall = useMemberCall()
  const { headersFor, onSettled } = useAttemptKey()
  return useMutation({
    mutationFn: (input: Input) => {
      const request = decision.requestOf(input)
      const headers = headersFor(request)
      return memberCall(() => decision.send(request, { headers }))
    },
    onSuccess: (response, input) => {
      toast(decision.done(response, input))
      decision.onDecided()
      if (decision.submissionId !== null) markDecided(client, [decision.submissionId])
      void client.invalidateQueries({ queryKey: queryKeys.admin })
      void client.invalidateQueries({ queryKey: queryKeys.submissions })
    },
    onError: (error, input) => {
      toast({
        title: 'Error',
        description: messageFor(error, decision.failed(input)),
        variant: 'destructive',
      })
      // If the response was lost, keep the form, so that the same request can be repeated.
      if (!(error instanceof ApiError) || error.status >= 500) return
      if (error.code === 'decision_conflict') decision.onConflict?.()
      void client.invalidateQueries({ queryKey: queryKeys.admin })
    },
    onSettled,
  })
}
