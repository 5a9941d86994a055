import {
  confirmNotice,
  declineNotice,
  type NoticeStatus,
  objectToNotice,
  readNotice,
  upholdNotice,
} from '@answerable/contracts/notices'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { failedFetch } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { type Reason, reasonBody } from '../decisions/reason.ts'
import { useDecision } from '../decisions/use-decision.ts'

export const noticeQueries = {
  /** A notice as its notifier sees it. The token is never stored. */
  status: (token: string) =>
    queryOptions({
      queryKey: queryKeys.notice(token),
      queryFn: ({ signal }) =>
        call(readNotice, { params: { token } }, { signal }).catch(
          failedFetch('Failed to fetch the notice'),
        ),
      staleTime: 5_000,
    }),
}

const useChange = <Input>(token: string, change: (input: Input) => Promise<NoticeStatus>) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (status) => client.setQueryData(queryKeys.notice(token), status),
  })
}

export const useConfirmNotice = (token: string) =>
  useChange(token, () => call(confirmNotice, { params: { token } }))

export const useObjectToNotice = (token: string) =>
  useChange(token, (text: string) => call(objectToNotice, { params: { token }, body: { text } }))

const routes = { uphold: upholdNotice, decline: declineNotice } as const
const done = {
  uphold: { title: 'Notice upheld', description: 'The notifier gets the decision by email.' },
  decline: { title: 'Notice declined', description: 'The notifier gets the decision by email.' },
} as const

type NoticeDecision = { kind: keyof typeof routes; reason: Reason }

/** Decides on a notice or an objection. The page shows the result only after the response. */
export const useDecideOnNotice = (
  id: string,
  options: { onDecided: () => void; onConflict: () => void },
) =>
  useDecision({
    requestOf: ({ kind, reason }: NoticeDecision) => {
      const { reasonCode, note } = reasonBody(reason)
      if (reasonCode === undefined) throw new Error('a decision on a notice needs a reason')
      return { kind, params: { id }, body: { reasonCode, ...(note === undefined ? {} : { note }) } }
    },
    send: ({ kind, ...request }, headers) => call(routes[kind], request, headers),
    done: (_answer, { kind }) => done[kind],
    failed: () => 'Failed to decide on the notice',
    submissionId: null,
    ...options,
  })
