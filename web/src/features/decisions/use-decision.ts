import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, messageFor } from '../../api/api-error.ts'
import { useAttemptKey } from '../../api/attempt-key.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { useMemberCall } from '../../session/member-call.ts'
import type { ShowToast } from '../../ui/notice.ts'
import { useToast } from '../../ui/toast.tsx'
import { noteDecided } from '../submissions/decided.ts'

type Decision<Given, Request, Answer> = {
  /** The complete request. Repeating it after a lost response has no further effect. */
  requestOf: (given: Given) => Request
  send: (request: Request, options: { headers: Record<string, string> }) => Promise<Answer>
  done: (answer: Answer, given: Given) => Parameters<ShowToast>[0]
  failed: (given: Given) => string
  /** Null for a decision that is not about one submission. */
  submissionId: string | null
  onDecided: () => void
  /** Another administrator decided first; the decision was not applied. */
  onConflict?: () => void
}

/** Sends an administrator's decision. The page shows the result only after the response. */
export const useDecision = <Given, Request, Answer>(decision: Decision<Given, Request, Answer>) => {
  const client = useQueryClient()
  const toast = useToast()
  const memberCall = useMemberCall()
  const { headersFor, onSettled } = useAttemptKey()
  return useMutation({
    mutationFn: (given: Given) => {
      const request = decision.requestOf(given)
      const headers = headersFor(request)
      return memberCall(() => decision.send(request, { headers }))
    },
    onSuccess: (answer, given) => {
      toast(decision.done(answer, given))
      decision.onDecided()
      if (decision.submissionId !== null) noteDecided(client, [decision.submissionId])
      void client.invalidateQueries({ queryKey: queryKeys.admin })
      void client.invalidateQueries({ queryKey: queryKeys.submissions })
    },
    onError: (error, given) => {
      toast({
        title: 'Error',
        description: messageFor(error, decision.failed(given)),
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
