import { releaseVotes, voidVotes } from '@answerable/contracts/decisions'
import { type HeldVotes, type HoldRule, listHeldVotes } from '@answerable/contracts/held-votes'
import { pageSize } from '@answerable/contracts/paging'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, failedFetch, messageFor } from '../../api/api-error.ts'
import { useAttemptKey } from '../../api/attempt-key.ts'
import { call, callWithHeaders } from '../../api/call.ts'
import { listed } from '../../api/listed.ts'
import { counted } from '../../ui/figures.ts'
import { useToast } from '../../ui/toast.tsx'
import { useDecisionTaken } from '../decisions/decision-taken.ts'
import { type Reason, reasonBody } from '../decisions/reason.ts'
import { adminKey } from '../review/admin-key.ts'
import { useMemberCall } from '../sign-in/member-call.ts'

/** Why votes are held, in the words of the administrators' list. */
export const ruleLabels = {
  mailbox: 'Second account of a mailbox',
  'first-day': 'Too many votes on an account’s first day',
  'down-votes': 'Too many down-votes of a new account in a day',
  network: 'Too many new accounts from one network in a day',
  newborn: 'Too many accounts of the day at once',
} as const satisfies Record<HoldRule, string>

export const heldVotes = (page: number) =>
  queryOptions({
    queryKey: [...adminKey, 'held-votes', page],
    queryFn: ({ signal }) => {
      const query = { page: String(page), limit: String(pageSize) }
      return callWithHeaders(listHeldVotes, { query }, { signal }).then(
        listed,
        failedFetch('Failed to fetch held votes'),
      )
    },
    staleTime: 5_000,
    refetchInterval: 30_000,
    placeholderData: keepPreviousData,
  })

type Kind = 'release' | 'void'

const routes = { release: releaseVotes, void: voidVotes } as const

const done = {
  release: (votes: number) => ({
    title: 'Votes released',
    description: `${counted(votes, 'vote')} now count.`,
  }),
  void: (votes: number) => ({
    title: 'Votes voided',
    description: `${counted(votes, 'vote')} will never count.`,
  }),
} as const

const failed = {
  release: 'Failed to release the votes',
  void: 'Failed to void the votes',
} as const

/** Counts or voids the held votes of a submission; nothing is shown as done before the answer says so. */
export const useSettleVotes = (entry: HeldVotes, onDecided: () => void) => {
  const { id, version } = entry.submission
  const client = useQueryClient()
  const toast = useToast()
  const taken = useDecisionTaken()
  const memberCall = useMemberCall()
  const { headersFor, onSettled } = useAttemptKey()
  return useMutation({
    mutationFn: ({ kind, reason }: { kind: Kind; reason: Reason }) => {
      const body = { ...reasonBody(reason), expectedVersion: version, ...heldUntil(entry) }
      const headers = headersFor([kind, id, body])
      return memberCall(() => call(routes[kind], { params: { id }, body }, { headers }))
    },
    onSuccess: ({ voteCount }, { kind }) => {
      toast(done[kind](voteCount))
      onDecided()
      taken(id)
    },
    onError: (error, { kind }) => {
      toast({
        title: 'Error',
        description: messageFor(error, failed[kind]),
        variant: 'destructive',
      })
      if (error instanceof ApiError && error.status < 500) {
        void client.invalidateQueries({ queryKey: adminKey })
      }
    },
    onSettled,
  })
}

/** What came after the latest that is shown is not decided on. */
const heldUntil = ({ held, burst }: HeldVotes): { heldUntil?: string } => {
  const shown = [...held, ...(burst === null ? [] : [burst])].map(({ lastAt }) => lastAt)
  const latest = shown.toSorted().at(-1)
  return latest === undefined ? {} : { heldUntil: latest }
}
