import { isDeepStrictEqual } from 'node:util'
import type { DecisionAction } from '@answerable/contracts/decisions'
import type { Submission } from '@answerable/contracts/submissions'

/** An operation on a submission; `by` is the client. */
export type Operation = { by: number } & (
  | { kind: 'vote'; value: 1 | -1 }
  | { kind: 'withdraw' }
  | { kind: 'flag' }
  | { kind: 'comment' }
  | { kind: 'read' }
  | { kind: 'leave' }
  | { kind: 'decide'; decision: number; action: DecisionAction }
)

export type Numbers = Pick<
  Submission,
  'approved' | 'score' | 'superBoost' | 'flagged' | 'commentCount' | 'userVote'
>

/** These two clients have one mailbox. */
export const aliases: readonly number[] = [0, 1]

type Decided = { before: Numbers; after: Numbers; voteCount: number | null }

/** The modelled parts of an operation's response. */
export type Outcome = { status: number; seen: Numbers | Decided | null }

export type State = {
  approved: boolean
  superBoost: number
  /** Number of comments by client. */
  comments: Readonly<Record<number, number>>
  votes: Readonly<Record<number, 1 | -1>>
  /** Votes that do not count: they wait for a decision, or a decision has voided them. */
  holds: Readonly<Record<number, 'waiting' | 'void'>>
  flags: Readonly<Record<number, 'open' | 'closed'>>
  decisions: Readonly<Record<number, Decided>>
  /** Clients whose account is being deleted: all their operations are refused. */
  gone: Readonly<Record<number, true>>
  /** Whether a deleted account had a void vote in the shared mailbox. */
  isMailboxBarred: boolean
}

export const newState: State = {
  approved: true,
  superBoost: 0,
  comments: {},
  votes: {},
  holds: {},
  flags: {},
  decisions: {},
  gone: {},
  isMailboxBarred: false,
}

/**
 * The possible states of a submission after concurrent operations with these outcomes; empty if no order of the
 * operations explains the outcomes. A vote's response shows a state after it was counted, which may include later
 * votes. Every other operation responds with the state at the moment it takes effect. Of two votes by one client,
 * one may overtake the other; the overtaken one does nothing and has the outcome of the other. Withdrawing a
 * counted vote and casting it again one after the other can leave it held; doing both at once cannot. Deleting an
 * account takes three steps, and other operations may run between them. The client then continues with a new
 * account of the same mailbox.
 */
export const statesAfter = (
  state: State,
  done: readonly { operation: Operation; outcome: Outcome }[],
): State[] =>
  uniqueStates(
    explain(
      state,
      done.map((one) => ({ ...one, isCounted: false, stepsDone: 0 })),
    ).map((left) => ({ ...left, gone: {} })),
  )

type Pending = { operation: Operation; outcome: Outcome; isCounted: boolean; stepsDone: number }

const explain = (state: State, pending: readonly Pending[]): State[] => {
  if (pending.length === 0) return [state]
  return pending.flatMap((next) => {
    const others = pending.filter((one) => one !== next)
    const isOvertaken = others.some((later) => mayOvertake(later, next))
    return [...(isOvertaken ? explain(state, others) : []), ...explainInTurn(state, next, others)]
  })
}

const explainInTurn = (state: State, next: Pending, others: readonly Pending[]): State[] => {
  if (next.operation.kind === 'leave') {
    const [step, ...later] = stepsOfLeaving.slice(next.stepsDone)
    const left = step === undefined ? state : step(state, next.operation.by)
    const rest = later.length === 0 ? [] : [{ ...next, stepsDone: next.stepsDone + 1 }]
    return explain(left, [...others, ...rest])
  }
  const step = next.isCounted
    ? { state, outcome: outcomeOf(state, next.operation.by) }
    : take(state, next.operation)
  if (step.outcome === null) {
    return explain(step.state, [...others, { ...next, isCounted: true }])
  }
  return isDeepStrictEqual(step.outcome, next.outcome) ? explain(step.state, others) : []
}

const mayOvertake = (later: Pending, earlier: Pending): boolean =>
  [later, earlier].every(
    ({ operation: { kind }, isCounted }) => !isCounted && (kind === 'vote' || kind === 'withdraw'),
  ) &&
  later.operation.by === earlier.operation.by &&
  isDeepStrictEqual(later.outcome, earlier.outcome)

export const uniqueStates = (states: readonly State[]): State[] => [
  ...new Map(states.map((state) => [JSON.stringify(state), state])).values(),
]

type Step = { state: State; outcome: Outcome | null }

const refused = (state: State, status: number): Step => ({ state, outcome: { status, seen: null } })

const take = (state: State, operation: Exclude<Operation, { kind: 'leave' }>): Step => {
  const { by } = operation
  if (operation.kind === 'decide') return decide(state, operation)
  const isRefused = state.gone[by] === true && operation.kind !== 'read'
  if (isRefused && operation.kind === 'comment') return refused(state, 403)
  if (!state.approved) return refused(state, 404)
  if (isRefused) return refused(state, 403)
  switch (operation.kind) {
    case 'vote':
      return { state: vote(state, by, operation.value), outcome: null }
    case 'withdraw':
      return { state: withdraw(state, by), outcome: null }
    case 'flag': {
      const isFlagged = mailboxOf(by).some((client) => state.flags[client] !== undefined)
      if (isFlagged) return refused(state, 409)
      return refused({ ...state, flags: { ...state.flags, [by]: 'open' } }, 201)
    }
    case 'comment': {
      const comments = { ...state.comments, [by]: (state.comments[by] ?? 0) + 1 }
      return refused({ ...state, comments }, 201)
    }
    case 'read':
      return { state, outcome: outcomeOf(state, by) }
    default:
      return operation satisfies never
  }
}

const mailboxOf = (by: number): readonly number[] => (aliases.includes(by) ? aliases : [by])

const without = <Value>(record: Readonly<Record<number, Value>>, by: number) => {
  const { [by]: _, ...others } = record
  return others
}

const withdraw = (state: State, by: number): State => ({
  ...state,
  votes: without(state.votes, by),
  holds: state.holds[by] === 'void' ? state.holds : without(state.holds, by),
})

/** The steps in this order: refuse new operations, remove votes, then erase all texts. */
const stepsOfLeaving: readonly ((state: State, by: number) => State)[] = [
  (state, by) => ({ ...state, gone: { ...state.gone, [by]: true } }),
  (state, by) => {
    const left = withdraw(state, by)
    return {
      ...left,
      holds: without(left.holds, by),
      isMailboxBarred: state.isMailboxBarred || left.holds[by] === 'void',
    }
  },
  (state, by) => ({
    ...state,
    flags: without(state.flags, by),
    comments: without(state.comments, by),
  }),
]

/** Only the first vote of a mailbox counts. */
const vote = (state: State, by: number, value: 1 | -1): State => {
  const others = mailboxOf(by).filter((other) => other !== by)
  const isBarred =
    state.votes[by] === undefined &&
    ((state.isMailboxBarred && aliases.includes(by)) ||
      others.some((other) =>
        state.holds[other] === undefined
          ? state.votes[other] !== undefined
          : state.holds[other] === 'void',
      ))
  const hold = state.holds[by] ?? (isBarred ? ('waiting' as const) : undefined)
  return {
    ...state,
    votes: { ...state.votes, [by]: value },
    holds: hold === undefined ? state.holds : { ...state.holds, [by]: hold },
  }
}

const decide = (state: State, { decision, action }: Operation & { kind: 'decide' }): Step => {
  const earlier = state.decisions[decision]
  if (earlier !== undefined) return { state, outcome: { status: 200, seen: earlier } }
  const decided = { ...state, ...effectOf(state, action) }
  const isAboutVotes = action.kind === 'release-votes' || action.kind === 'void-votes'
  const settled = Object.entries(state.holds).filter(
    ([by, hold]) => hold === 'waiting' && decided.holds[Number(by)] !== 'waiting',
  )
  const voteCount = settled.filter(
    ([by]) => (action.kind === 'void-votes') === (decided.holds[Number(by)] === 'void'),
  ).length
  const seen = {
    before: numbersOf(state, null),
    after: numbersOf(decided, null),
    voteCount: isAboutVotes ? voteCount : null,
  }
  return {
    state: { ...decided, decisions: { ...state.decisions, [decision]: seen } },
    outcome: { status: 200, seen },
  }
}

const effectOf = (state: State, action: DecisionAction): Partial<State> => {
  if (action.kind === 'remove') return { approved: false }
  if (action.kind === 'super-boost') return { superBoost: action.boostValue }
  if (action.kind === 'void-votes') {
    return {
      holds: Object.fromEntries(Object.keys(state.holds).map((by) => [by, 'void'])),
    }
  }
  if (action.kind === 'release-votes') return { holds: released(state) }
  const flaggers = Object.keys(state.flags)
  return { approved: true, flags: Object.fromEntries(flaggers.map((by) => [by, 'closed'])) }
}

/**
 * Releases the waiting votes: one vote of the mailbox counts, unless another of its accounts already has
 * one that counts. All others become void, as do those of accounts that are being deleted.
 */
const released = (state: State): State['holds'] => {
  const isTaken = aliases.some(
    (by) => state.votes[by] !== undefined && state.holds[by] === undefined,
  )
  const clients = Object.keys(state.holds).map(Number)
  const counts = isTaken
    ? undefined
    : clients.find((by) => state.holds[by] === 'waiting' && state.gone[by] !== true)
  return Object.fromEntries(
    clients.filter((by) => by !== counts).map((by) => [by, 'void' as const]),
  )
}

const outcomeOf = (state: State, by: number): Outcome => ({
  status: 200,
  seen: numbersOf(state, by),
})

const numbersOf = (state: State, by: number | null): Numbers => ({
  approved: state.approved,
  score: Object.entries(state.votes).reduce(
    (sum, [voter, value]) => sum + (state.holds[Number(voter)] === undefined ? value : 0),
    0,
  ),
  superBoost: state.superBoost,
  flagged: Object.values(state.flags).includes('open'),
  commentCount: Object.values(state.comments).reduce((sum, count) => sum + count, 0),
  userVote: by === null ? null : (state.votes[by] ?? null),
})
