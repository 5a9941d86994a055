import { boostLimits, superBoostSubmission } from '@answerable/contracts/decisions'
import { previewRank } from '@answerable/contracts/review'
import type { AdminSubmission } from '@answerable/contracts/submissions'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, failedFetch, messageFor } from '../../api/api-error.ts'
import { useAttemptKey } from '../../api/attempt-key.ts'
import { call } from '../../api/call.ts'
import { useToast } from '../../ui/toast.tsx'
import { adminKey } from '../review/admin-key.ts'
import { useMemberCall } from '../sign-in/member-call.ts'
import { useDecisionTaken } from './decision-taken.ts'
import { type Reason, reasonBody } from './reason.ts'

/** What was typed as a whole number in base 10; nothing is 0, and what is no such number is undefined. */
export const parseBoost = (typed: string): number | undefined => {
  const text = typed.trim().replace('−', '-')
  if (text === '') return 0
  if (!/^[+-]?\d+$/.test(text)) return undefined
  const value = Number.parseInt(text, 10)
  // -0 would be sent as 0 and shown as −0.
  return value >= boostLimits.min && value <= boostLimits.max ? value + 0 : undefined
}

/** Where a submission stands in the feed, and where it would with another boost. */
export const rank = (id: string, boost: number) =>
  queryOptions({
    queryKey: [...adminKey, 'rank', id, boost],
    queryFn: ({ signal }) =>
      call(previewRank, { params: { id }, query: { boost: String(boost) } }, { signal }).catch(
        failedFetch('Failed to fetch the ranks'),
      ),
    staleTime: 5_000,
    placeholderData: keepPreviousData,
  })

type Wires = { onDecided: () => void; onConflict: () => void }

/** Sets a boost; nothing is shown as set before the answer says so. */
export const useBoost = (
  { id, version }: Pick<AdminSubmission, 'id' | 'version'>,
  { onDecided, onConflict }: Wires,
) => {
  const client = useQueryClient()
  const toast = useToast()
  const taken = useDecisionTaken()
  const memberCall = useMemberCall()
  const { headersFor, onSettled } = useAttemptKey()
  return useMutation({
    mutationFn: ({ boostValue, reason }: { boostValue: number; reason: Reason }) => {
      const body = { boostValue, ...reasonBody(reason), expectedVersion: version }
      const headers = headersFor([id, body])
      return memberCall(() => call(superBoostSubmission, { params: { id }, body }, { headers }))
    },
    onSuccess: (_answer, { boostValue }) => {
      toast({
        title: 'Super boost updated',
        description: `Boost value set to ${boostValue} for enhanced ranking`,
      })
      onDecided()
      taken(id)
    },
    onError: (error) => {
      toast({
        title: 'Error',
        description: messageFor(error, 'Failed to update super boost'),
        variant: 'destructive',
      })
      if (error instanceof ApiError && error.code === 'decision_conflict') onConflict()
      void client.invalidateQueries({ queryKey: adminKey })
    },
    onSettled,
  })
}
