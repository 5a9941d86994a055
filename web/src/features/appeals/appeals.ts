import {
  overturnAppeal,
  postAlternativeAppeal,
  postAppeal,
  postCommentAppeal,
  postResponseAppeal,
  readOwnAlternativeDecision,
  readOwnCommentDecision,
  readOwnDecision,
  readOwnResponseDecision,
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

/** Removed content that the user wrote. */
export type OwnSubject = { kind: keyof typeof routesOf; id: string }

const routesOf = {
  submission: { read: readOwnDecision, appeal: postAppeal },
  comment: { read: readOwnCommentDecision, appeal: postCommentAppeal },
  response: { read: readOwnResponseDecision, appeal: postResponseAppeal },
  alternative: { read: readOwnAlternativeDecision, appeal: postAlternativeAppeal },
} as const

export const appealQueries = {
  /** The decision about the user's own removed content. */
  ownDecision: ({ kind, id }: OwnSubject) =>
    queryOptions({
      queryKey: queryKeys.ownDecision(id),
      queryFn: ({ signal }) =>
        call(routesOf[kind].read, { params: { id } }, { signal }).catch(
          failedFetch('Failed to fetch the decision'),
        ),
      staleTime: 5_000,
      // No live message reports a rejected appeal.
      refetchInterval: ({ state }) => (state.data?.appeal?.state === 'open' ? 30_000 : false),
    }),
}

export const useAppeal = ({ kind, id }: OwnSubject) => {
  const client = useQueryClient()
  const toast = useToast()
  const memberCall = useMemberCall()
  return useMutation({
    mutationFn: (text: string) =>
      memberCall(() => call(routesOf[kind].appeal, { params: { id }, body: { text } })),
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

const done = (what: OwnSubject['kind'], kind: keyof typeof routes) =>
  kind === 'uphold'
    ? { title: 'Removal upheld', description: `The ${what} stays removed.` }
    : {
        title: 'Removal overturned',
        description: `The ${what} is ${what === 'submission' ? 'public' : 'shown'} again.`,
      }

type Appealed = {
  appealId: string
  what: OwnSubject['kind']
  /** Null if the detail page does not change. */
  submissionId: string | null
}

/** Decides on an appeal. The page shows the result only after the response. */
export const useDecideOnAppeal = (
  { appealId, what, submissionId }: Appealed,
  onDecided: () => void,
) =>
  useDecision({
    requestOf: ({ kind, reason }: { kind: keyof typeof routes; reason: Reason }) => ({
      kind,
      params: { id: appealId },
      body: reasonBody(reason),
    }),
    send: ({ kind, ...request }, options) => call(routes[kind], request, options),
    done: (_answer, { kind }) => done(what, kind),
    failed: () => 'Failed to decide on the appeal',
    submissionId,
    onDecided,
  })
