import { castVote, withdrawVote } from '@answerable/contracts/votes'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useState } from 'react'
import { isApiError, messageFor } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { type MemberCall, useMemberCall } from '../../session/member-call.ts'
import type { ShowToast } from '../../ui/notice.ts'
import { useToast } from '../../ui/toast.tsx'
import { patchSubmission } from '../submissions/cached-submissions.ts'
import { createChoiceQueue } from '../submissions/choice-queue.ts'
import { newestOf } from '../submissions/freshness.ts'
import type { PendingVote, VoteQueue } from './vote-queue.ts'

const VotesContext = createContext<VoteQueue | undefined>(undefined)

export const VotesProvider = ({ children }: { children: ReactNode }) => {
  const client = useQueryClient()
  const toast = useToast()
  const memberCall = useMemberCall()
  const [queue] = useState(() => connectVotes(client, toast, memberCall))
  return <VotesContext value={queue}>{children}</VotesContext>
}

export const useVotes = (): VoteQueue => {
  const queue = use(VotesContext)
  if (queue === undefined) throw new Error('useVotes needs a VotesProvider above it.')
  return queue
}

const connectVotes = (client: QueryClient, toast: ShowToast, memberCall: MemberCall): VoteQueue =>
  createChoiceQueue<PendingVote>({
    send: (id, vote) =>
      memberCall(() =>
        vote === null
          ? call(withdrawVote, { params: { id } })
          : call(castVote, { params: { id }, body: { value: vote } }),
      ),
    onConfirmed: (response) => {
      patchSubmission(client, response.id, (cached) => newestOf(cached, response))
      void client.invalidateQueries({ queryKey: queryKeys.feeds })
    },
    onFailed: (id, error) => {
      toast({
        title: 'Error',
        description: messageFor(error, 'Failed to record vote'),
        variant: 'destructive',
      })
      // The vote may have been stored although the response was lost: fetch the current state.
      void client.invalidateQueries({ queryKey: queryKeys.submission(id) })
      void client.invalidateQueries({ queryKey: queryKeys.feeds })
      if (isApiError(error, 401)) void client.invalidateQueries({ queryKey: queryKeys.currentUser })
    },
  })
