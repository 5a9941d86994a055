import { releaseVotes, voidVotes } from '@answerable/contracts/decisions'
import { type HeldVotes, type HoldRule, listHeldVotes } from '@answerable/contracts/held-votes'
import { pageSize } from '@answerable/contracts/paging'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { failedFetch } from '../../api/api-error.ts'
import { call, callWithHeaders } from '../../api/call.ts'
import { listed } from '../../api/listed.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { votesAndJoins } from '../../ui/figures.ts'
import { type Reason, reasonBody } from '../decisions/reason.ts'
import { useDecision } from '../decisions/use-decision.ts'

/** Labels of the rules that hold votes. */
export const ruleLabels = {
  mailbox: 'Another account of the same mailbox',
  'first-day': 'Too many votes on an account’s first day',
  'down-votes': 'Too many downvotes by a new account in a day',
  network: 'Too many new accounts from one network in a day',
  newborn: 'Too many new accounts at once',
} as const satisfies Record<HoldRule, string>

export const heldVoteQueries = {
  list: (page: number) =>
    queryOptions({
      queryKey: [...queryKeys.admin, 'held-votes', page],
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
    }),
}

type Kind = 'release' | 'void'

const routes = { release: releaseVotes, void: voidVotes } as const

type Settled = Parameters<typeof votesAndJoins>[0]

const done = {
  release: (settled: Settled) => ({
    title: 'Votes counted',
    description: `${votesAndJoins(settled)} will count from now on.`,
  }),
  void: (settled: Settled) => ({
    title: 'Votes voided',
    description: `${votesAndJoins(settled)} will never count.`,
  }),
} as const

const failed = {
  release: 'Failed to count the votes',
  void: 'Failed to void the votes',
} as const

/** Counts or voids the held votes of a submission. The page shows the result only after the response. */
export const useDecideOnVotes = (entry: HeldVotes, onDecided: () => void) => {
  const { id, version } = entry.submission
  return useDecision({
    requestOf: ({ kind, reason }: { kind: Kind; reason: Reason }) => ({
      kind,
      params: { id },
      body: { ...reasonBody(reason), expectedVersion: version, ...heldUntil(entry) },
    }),
    send: ({ kind, ...request }, options) => call(routes[kind], request, options),
    done: (settled, { kind }) => done[kind](settled),
    failed: ({ kind }) => failed[kind],
    submissionId: id,
    onDecided,
  })
}

/** The decision does not cover votes and joins newer than the latest one shown. */
const heldUntil = ({ held, burst, participation }: HeldVotes): { heldUntil?: string } => {
  const bursts = [burst, participation.burst].filter((one) => one !== null)
  const shown = [...held, ...participation.held, ...bursts].map(({ lastAt }) => lastAt)
  const latest = shown.toSorted().at(-1)
  return latest === undefined ? {} : { heldUntil: latest }
}
