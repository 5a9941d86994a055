import {
  overturnAppeal,
  postAppeal,
  readOwnDecision,
  upholdAppeal,
} from '@answerable/contracts/appeals'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { failedFetch, messageFor } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { useMemberCall } from '../../session/member-call.ts'
import { useToast } from '../../ui/toast.tsx'
import { type Reason, reasonBody } from '../decisions/reason.ts'
import { useDecision } from '../decisions/use-decision.ts'

export const appealQueries = {
  /** The decision about the user's own removed submission. */
  ownDecision: (id: string) =>
    queryOptions({
      queryKey: queryKeys.ownDecision(id),
      queryFn: ({ signal }) =>
        call(readOwnDecision, { params: { id } }, { signal }).catch(
          failedFetch('Failed to fetch the decision'),
        ),
      staleTime: 5_000,
      // No live message reports a rejected appeal.
      refetchInterval: ({ state }) => (state.data?.appeal?.state === 'open' ? 30_000 : false),
    }),
}

export const useAppeal = (id: string) => {
  const client = useQueryClient()
  const toast = useToast()
  const memberCall = useMemberCall()
  return useMutation({
    mutationFn: (text: string) =>
      memberCall(() => call(postAppeal, { params: { id }, body: { text } })),
    onSuccess: (decision) => {
      client.setQueryData(queryKeys.ownDecision(id), decision)
      toast({ title: 'Appeal sent', description: 'An administrator will review it.' })
    },
    onError: (error) => {
      toast({
        title: 'Error',
        description: messageFor(error, 'Failed to send the appeal'),
        variant: 'destructive',
      })
      void client.invalidateQueries({ queryKey: queryKeys.ownDecision(id) })
    },
  })
}

const routes = { uphold: upholdAppeal, overturn: overturnAppeal } as const

const done = {
  uphold: { title: 'Removal upheld', description: 'The submission stays removed.' },
  overturn: { title: 'Removal overturned', description: 'The submission is public again.' },
} as const

/** Decides on an appeal. The page shows the result only after the response. */
export const useDecideOnAppeal = (appealId: string, submissionId: string, onDecided: () => void) =>
  useDecision({
    requestOf: ({ kind, reason }: { kind: keyof typeof routes; reason: Reason }) => ({
      kind,
      params: { id: appealId },
      body: reasonBody(reason),
    }),
    send: ({ kind, ...request }, options) => call(routes[kind], request, options),
    done: (_answer, { kind }) => done[kind],
    failed: () => 'Failed to decide on the appeal',
    submissionId,
    onDecided,
  })
