import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, messageFor } from '../../api/api-error.ts'
import { useAttemptKey } from '../../api/attempt-key.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { useMemberCall } from '../../session/member-call.ts'
import type { ShowToast } from '../../ui/notice.ts'
import { useToast } from '../../ui/toast.tsx'
import { noteDecided } from '../submissions/decided.ts'

type Decision<Given, Request, Answer> = {
  /** What is asked for, whole: what is asked for again after an answer was lost is done once. */
  requestOf: (given: Given) => Request
  send: (request: Request, options: { headers: Record<string, string> }) => Promise<Answer>
  done: (answer: Answer, given: Given) => Parameters<ShowToast>[0]
  failed: (given: Given) => string
  /** Null where it is about no single submission. */
  submissionId: string | null
  onDecided: () => void
  /** Another administrator was quicker: nothing was done. */
  onConflict?: () => void
}

/** Decides as an administrator; nothing is shown as done before the answer says so. */
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
      // Where the answer was lost, what is shown stays, so that the same is asked for again.
      if (!(error instanceof ApiError) || error.status >= 500) return
      if (error.code === 'decision_conflict') decision.onConflict?.()
      void client.invalidateQueries({ queryKey: queryKeys.admin })
    },
    onSettled,
  })
}
