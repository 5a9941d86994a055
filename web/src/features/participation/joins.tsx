import { joinBoycott, leaveBoycott } from '@answerable/contracts/participation'
import type { CurrentUser } from '@answerable/contracts/sign-in'
import type { Submission } from '@answerable/contracts/submissions'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useState } from 'react'
import { isApiError, isNoConnection, messageFor } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { pausesAfterReturn, untilOnline } from '../../platform/online.ts'
import { type MemberCall, useMemberCall } from '../../session/member-call.ts'
import type { ShowToast } from '../../ui/notice.ts'
import { useToast } from '../../ui/toast.tsx'
import { patchSubmission } from '../submissions/cached-submissions.ts'
import {
  type ChoiceQueue,
  createChoiceQueue,
  type Entry,
  unconfirmed,
} from '../submissions/choice-queue.ts'
import { newestOf } from '../submissions/freshness.ts'

/** True joins, false leaves. */
type JoinQueue = ChoiceQueue<boolean>

const JoinsContext = createContext<JoinQueue | undefined>(undefined)

export const JoinsProvider = ({ children }: { children: ReactNode }) => {
  const client = useQueryClient()
  const toast = useToast()
  const memberCall = useMemberCall()
  const [queue] = useState(() => connectJoins(client, toast, memberCall))
  return <JoinsContext value={queue}>{children}</JoinsContext>
}

export const useJoins = (): JoinQueue => {
  const queue = use(JoinsContext)
  if (queue === undefined) throw new Error('useJoins needs a JoinsProvider above it.')
  return queue
}

const connectJoins = (client: QueryClient, toast: ShowToast, memberCall: MemberCall): JoinQueue =>
  createChoiceQueue<boolean>({
    send: (id, joins) =>
      whenOnline(client, () =>
        memberCall(() => call(joins ? joinBoycott : leaveBoycott, { params: { id } })),
      ),
    onConfirmed: (response) => {
      patchSubmission(client, response.id, (cached) => newestOf(cached, response))
      void client.invalidateQueries({ queryKey: queryKeys.ownBoycotts })
      // Joining follows the boycott a moment later, which the next look at it reads.
      void client.invalidateQueries({ queryKey: queryKeys.follows, refetchType: 'none' })
    },
    onFailed: (id, error) => {
      toast({
        title: 'Error',
        description: isNoConnection(error)
          ? 'Answerable cannot be reached. Whether you take part has not changed. Please try again.'
          : messageFor(error, 'Failed to save whether you take part'),
        variant: 'destructive',
      })
      // The join may have been stored although the response was lost: fetch the current state.
      void client.invalidateQueries({ queryKey: queryKeys.submission(id) })
      void client.invalidateQueries({ queryKey: queryKeys.ownBoycotts })
      if (isApiError(error, 401)) void client.invalidateQueries({ queryKey: queryKeys.currentUser })
    },
  })

/** Repeats a call that failed without a connection once there is one, unless another member has signed in since. */
const whenOnline = async <Answer,>(
  client: QueryClient,
  make: () => Promise<Answer>,
): Promise<Answer> => {
  const userId = cachedUserId(client)
  let pauses: readonly number[] = []
  for (;;) {
    try {
      return await make()
    } catch (error) {
      if (!isNoConnection(error)) throw error
      const [pause, ...further] = pauses
      if (!navigator.onLine) {
        await untilOnline()
        pauses = pausesAfterReturn
      } else if (pause === undefined) throw error
      else {
        await new Promise((resolve) => setTimeout(resolve, pause))
        pauses = further
      }
      if (userId !== undefined && cachedUserId(client) !== userId) throw error
    }
  }
}

const cachedUserId = (client: QueryClient): string | undefined =>
  client.getQueryData<CurrentUser | null>(queryKeys.currentUser)?.id

type Shown = Pick<Submission, 'participantCount' | 'ownParticipation'>

/** The number and the own choice to show: the server's plus a choice that is not confirmed yet. */
export const shownJoin = (
  submission: Shown & Pick<Submission, 'version'>,
  entry: Entry<boolean> | undefined,
): Shown => {
  const { participantCount, ownParticipation } = submission
  const pending = unconfirmed(submission, entry)
  if (pending === undefined) return { participantCount, ownParticipation }
  const change = Number(pending.choice) - Number(ownParticipation)
  return {
    participantCount: Math.max(0, participantCount + change),
    ownParticipation: pending.choice,
  }
}
