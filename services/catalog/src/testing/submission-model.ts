import { isDeepStrictEqual } from 'node:util'
import type { DecisionAction } from '@answerable/contracts/decisions'
import type { Submission } from '@answerable/contracts/submissions'

/** What somebody does with a submission; `by` is the client. */
export type Operation = { by: number } & (
  | { kind: 'vote'; value: 1 | -1 }
  | { kind: 'withdraw' }
  | { kind: 'flag' }
  | { kind: 'comment' }
  | { kind: 'read' }
  | { kind: 'decide'; decision: number; action: DecisionAction }
)

export type Numbers = Pick<
  Submission,
  'approved' | 'score' | 'superBoost' | 'flagged' | 'commentCount' | 'userVote'
>

/** These two clients have one mailbox. */
export const aliases: readonly number[] = [0, 1]

type Decided = { before: Numbers; after: Numbers; voteCount: number | null }

/** What an operation is answered, as far as the model goes. */
export type Answer = { status: number; seen: Numbers | Decided | null }

export type State = {
  approved: boolean
  superBoost: number
  commentCount: number
  votes: Readonly<Record<number, 1 | -1>>
  /** Whose votes do not count: they wait for a decision, or one has voided them. */
  holds: Readonly<Record<number, 'waiting' | 'void'>>
  flags: Readonly<Record<number, 'open' | 'closed'>>
  decisions: Readonly<Record<number, Decided>>
}

export const newState: State = {
  approved: true,
  superBoost: 0,
  commentCount: 0,
  votes: {},
  holds: {},
  flags: {},
  decisions: {},
}

/**
 * Every state in which operations that ran at once can have left a submission, given what each was
 * answered; none when no order of them explains the answers. A vote is answered with the state of a moment
 * after it was counted, which may hold other votes as well; all else takes effect and is answered at once.
 * Of a client's wishes for its vote one may have overtaken another, which then did nothing and was answered
 * as the later was: to take a counted vote back and cast it again can leave it held, to wish both at once
 * cannot.
 */
export const statesAfter = (
  state: State,
  done: readonly { operation: Operation; answer: Answer }[],
): State[] =>
  uniqueStates(
    explain(
      state,
      done.map((one) => ({ ...one, isCounted: false })),
    ),
  )

type Pending = { operation: Operation; answer: Answer; isCounted: boolean }

const explain = (state: State, pending: readonly Pending[]): State[] => {
  if (pending.length === 0) return [state]
  return pending.flatMap((next) => {
    const others = pending.filter((one) => one !== next)
    const isOvertaken = others.some((later) => mayOvertake(later, next))
    return [...(isOvertaken ? explain(state, others) : []), ...explainInTurn(state, next, others)]
  })
}

const explainInTurn = (state: State, next: Pending, others: readonly Pending[]): State[] => {
  const step = next.isCounted
    ? { state, answer: answerWith(state, next.operation.by) }
    : take(state, next.operation)
  if (step.answer === null) {
    return explain(step.state, [...others, { ...next, isCounted: true }])
  }
  return isDeepStrictEqual(step.answer, next.answer) ? explain(step.state, others) : []
}

const mayOvertake = (later: Pending, earlier: Pending): boolean =>
  [later, earlier].every(
    ({ operation: { kind }, isCounted }) => !isCounted && (kind === 'vote' || kind === 'withdraw'),
  ) &&
  later.operation.by === earlier.operation.by &&
  isDeepStrictEqual(later.answer, earlier.answer)

export const uniqueStates = (states: readonly State[]): State[] => [
  ...new Map(states.map((state) => [JSON.stringify(state), state])).values(),
]

type Step = { state: State; answer: Answer | null }

const refused = (state: State, status: number): Step => ({ state, answer: { status, seen: null } })

const take = (state: State, operation: Operation): Step => {
  const { by } = operation
  if (operation.kind === 'decide') return decide(state, operation)
  if (!state.approved) return refused(state, 404)
  switch (operation.kind) {
    case 'vote':
      return { state: vote(state, by, operation.value), answer: null }
    case 'withdraw': {
      const { [by]: _, ...votes } = state.votes
      const { [by]: hold, ...holds } = state.holds
      return {
        state: { ...state, votes, holds: hold === 'void' ? state.holds : holds },
        answer: null,
      }
    }
    case 'flag':
      if (state.flags[by] !== undefined) return refused(state, 409)
      return refused({ ...state, flags: { ...state.flags, [by]: 'open' } }, 201)
    case 'comment':
      return refused({ ...state, commentCount: state.commentCount + 1 }, 201)
    case 'read':
      return { state, answer: answerWith(state, by) }
    default:
      return operation satisfies never
  }
}

/** Of a mailbox the first vote counts. */
const vote = (state: State, by: number, value: 1 | -1): State => {
  const others = aliases.includes(by) ? aliases.filter((other) => other !== by) : []
  const isBarred =
    state.votes[by] === undefined &&
    others.some((other) =>
      state.holds[other] === undefined
        ? state.votes[other] !== undefined
        : state.holds[other] === 'void',
    )
  const hold = state.holds[by] ?? (isBarred ? ('waiting' as const) : undefined)
  return {
    ...state,
    votes: { ...state.votes, [by]: value },
    holds: hold === undefined ? state.holds : { ...state.holds, [by]: hold },
  }
}

const decide = (state: State, { decision, action }: Operation & { kind: 'decide' }): Step => {
  const earlier = state.decisions[decision]
  if (earlier !== undefined) return { state, answer: { status: 200, seen: earlier } }
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
    answer: { status: 200, seen },
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

/** What waits counts now, unless another account of the mailbox has a vote that counts: then it is void. */
const released = (state: State): State['holds'] => {
  const isTaken = aliases.some(
    (by) => state.votes[by] !== undefined && state.holds[by] === undefined,
  )
  const holds = Object.entries(state.holds)
  return Object.fromEntries(
    holds.flatMap(([by, hold]) => (hold === 'void' || isTaken ? [[by, 'void' as const]] : [])),
  )
}

const answerWith = (state: State, by: number): Answer => ({
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
  commentCount: state.commentCount,
  userVote: by === null ? null : (state.votes[by] ?? null),
})
