import { pageSize } from '@answerable/contracts/paging'
import {
  type AdminUpdate,
  confirmUpdate,
  declineUpdate,
  listUpdates,
  withdrawUpdate,
} from '@answerable/contracts/update-decisions'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { failedFetch } from '../../api/api-error.ts'
import { call, callWithHeaders } from '../../api/call.ts'
import { listed } from '../../api/listed.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { useDecision } from '../decisions/use-decision.ts'

export type UpdateListState = 'open' | 'decided'

export const updateQueries = {
  list: (state: UpdateListState, page: number) =>
    queryOptions({
      queryKey: [...queryKeys.admin, 'updates', state, page],
      queryFn: ({ signal }) => {
        const query = { state, page: String(page), limit: String(pageSize) }
        return callWithHeaders(listUpdates, { query }, { signal }).then(
          listed,
          failedFetch('Failed to fetch updates'),
        )
      },
      staleTime: 5_000,
      refetchInterval: 30_000,
      placeholderData: keepPreviousData,
    }),
}

type Input = { kind: 'confirm' | 'decline' | 'withdraw'; note: string }

const done = {
  confirm: 'Update confirmed',
  decline: 'Update declined',
  withdraw: 'Update taken back',
} as const

/** Decides on an update. The page shows the result only after the response. */
export const useDecideOnUpdate = (
  { id, submission }: Pick<AdminUpdate, 'id' | 'submission'>,
  onDecided: () => void,
) =>
  useDecision({
    requestOf: ({ kind, note }: Input) => ({ kind, params: { id }, note: note.trim() }),
    send: ({ kind, params, note }, options) => {
      if (kind === 'decline') return call(declineUpdate, { params, body: { note } }, options)
      const body = note === '' ? {} : { note }
      return kind === 'confirm'
        ? call(confirmUpdate, { params, body }, options)
        : call(withdrawUpdate, { params, body }, options)
    },
    done: (_response, { kind }) => ({ title: done[kind], description: submission.targetName }),
    failed: ({ kind }) => `Failed to ${kind === 'withdraw' ? 'take back' : kind} the update`,
    submissionId: submission.id,
    onDecided,
    onConflict: onDecided,
  })
