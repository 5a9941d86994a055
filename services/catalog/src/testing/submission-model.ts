import type { DecisionAction } from '@answerable/contracts/decisions'
import type { Submission } from '@answerable/contracts/submissions'

/** An operation on one submission; `by` is the client. */
export type Operation = { by: number } & (
  | { kind: 'vote'; value: 1 | -1 }
  | { kind: 'withdraw' }
  | { kind: 'join' }
  | { kind: 'part' }
  | { kind: 'flag' }
  | { kind: 'comment' }
  | { kind: 'read' }
  | { kind: 'decide'; decision: number; action: DecisionAction }
)

export type Numbers = Pick<
  Submission,
  | 'approved'
  | 'score'
  | 'superBoost'
  | 'flagged'
  | 'commentCount'
  | 'userVote'
  | 'participantCount'
  | 'ownParticipation'
>

/** These two clients have one mailbox. */
export const aliases: readonly number[] = [0, 1]
export const mailboxOf = (by: number): readonly number[] => (aliases.includes(by) ? aliases : [by])

type Decided = {
  before: Numbers
  after: Numbers
  voteCount: number | null
  participationCount: number | null
}
type Merged = { before: Numbers; after: Numbers; other: { before: number; after: number } }

/** The modelled parts of an operation's response; of a merge, the other submission's scores. */
export type Outcome = { status: number; seen: Numbers | Decided | Merged | null }

/** `at` is the round in which it was cast; `left` marks a vote that has not changed since a merge. */
export type Vote = { value: 1 | -1; at: number; left?: true }
/** Why a vote does not count: it waits for a decision, or a decision has voided it. */
export type Hold = { kind: 'waiting' | 'void'; left?: true }
export type ByClient<Value> = Readonly<Record<number, Value>>

/** The votes on a submission, or the joins, which are votes with the value 1. */
export type Ballots = {
  votes: ByClient<Vote>
  holds: ByClient<Hold>
  /** The number of deleted accounts of the shared mailbox with a void vote. */
  bars: number
}

export type State = Ballots & {
  joins: Ballots
  approved: boolean
  /** Whether it redirects to the other submission. */
  isMerged: boolean
  superBoost: number
  /** Number of comments by client. */
  comments: ByClient<number>
  flags: ByClient<'open' | 'closed'>
  decisions: ByClient<Decided>
  /** Clients whose account is being deleted: all their operations are refused. */
  gone: ByClient<true>
}

const newBallots: Ballots = { votes: {}, holds: {}, bars: 0 }

export const newState: State = {
  ...newBallots,
  joins: newBallots,
  approved: true,
  isMerged: false,
  superBoost: 0,
  comments: {},
  flags: {},
  decisions: {},
  gone: {},
}

/** Without an outcome, the response shows a later state. */
export type Step = { state: State; outcome: Outcome | null }

const refused = (state: State, status: number): Step => ({ state, outcome: { status, seen: null } })

/** One operation at one moment of a round. */
export const take = (state: State, operation: Operation, round: number): Step => {
  const { by } = operation
  if (operation.kind === 'decide') return decide(state, operation)
  const isRefused = state.gone[by] === true && operation.kind !== 'read'
  if (isRefused && operation.kind === 'comment') return refused(state, 403)
  if (!state.approved) return refused(state, statusOfHidden(state, operation))
  if (isRefused) return refused(state, 403)
  switch (operation.kind) {
    case 'vote':
      return { state: vote(state, by, { value: operation.value, at: round }), outcome: null }
    case 'withdraw':
      return { state: withdraw(state, by), outcome: null }
    case 'join':
      return {
        state: { ...state, joins: vote(state.joins, by, { value: 1, at: round }) },
        outcome: null,
      }
    case 'part':
      return { state: { ...state, joins: withdraw(state.joins, by) }, outcome: null }
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

const statusOfHidden = (state: State, { kind }: Operation): number => {
  if (!state.isMerged) return 404
  return kind === 'read' ? 301 : 409
}

export const without = <Value>(record: ByClient<Value>, by: number): ByClient<Value> => {
  const { [by]: _, ...others } = record
  return others
}

/** A void hold remains without its vote. */
const withdraw = <Cast extends Ballots>(state: Cast, by: number): Cast => ({
  ...state,
  votes: without(state.votes, by),
  holds: state.holds[by]?.kind === 'void' ? state.holds : without(state.holds, by),
})

/** Only the first vote of a mailbox counts. */
const vote = <Cast extends Ballots>(state: Cast, by: number, cast: Vote): Cast => {
  const earlier = state.votes[by]
  if (earlier?.value === cast.value) return state
  const others = mailboxOf(by).filter((other) => other !== by)
  const isBarred =
    earlier === undefined &&
    ((state.bars > 0 && aliases.includes(by)) ||
      others.some((other) =>
        state.holds[other] === undefined
          ? state.votes[other] !== undefined
          : state.holds[other].kind === 'void',
      ))
  const hold = state.holds[by] ?? (isBarred ? ({ kind: 'waiting' } as const) : undefined)
  return {
    ...state,
    votes: { ...state.votes, [by]: cast },
    holds: hold === undefined ? state.holds : { ...state.holds, [by]: hold },
  }
}

const decide = (state: State, { decision, action }: Operation & { kind: 'decide' }): Step => {
  const earlier = state.decisions[decision]
  if (earlier !== undefined) return { state, outcome: { status: 200, seen: earlier } }
  if (state.isMerged) return refused(state, 409)
  const decided = { ...state, ...effectOf(state, action) }
  const isAboutVotes = action.kind === 'release-votes' || action.kind === 'void-votes'
  const seen = {
    before: numbersOf(state, null),
    after: numbersOf(decided, null),
    voteCount: isAboutVotes ? settledBetween(state, decided, action) : null,
    participationCount: isAboutVotes ? settledBetween(state.joins, decided.joins, action) : null,
  }
  return {
    state: { ...decided, decisions: { ...state.decisions, [decision]: seen } },
    outcome: { status: 200, seen },
  }
}

const settledBetween = (before: Ballots, after: Ballots, { kind }: DecisionAction): number =>
  Object.entries(before.holds)
    .filter(([by, hold]) => hold.kind === 'waiting' && after.holds[Number(by)]?.kind !== 'waiting')
    .filter(([by]) => (kind === 'void-votes') === (after.holds[Number(by)]?.kind === 'void')).length

const voidHold = (hold: Hold): Hold => (hold.kind === 'void' ? hold : { kind: 'void' })

const voidedHolds = ({ holds }: Ballots): Ballots['holds'] =>
  Object.fromEntries(Object.entries(holds).map(([by, hold]) => [by, voidHold(hold)]))

const effectOf = (state: State, action: DecisionAction): Partial<State> => {
  if (action.kind === 'remove') return { approved: false }
  if (action.kind === 'super-boost') return { superBoost: action.boostValue }
  if (action.kind === 'void-votes') {
    return {
      holds: voidedHolds(state),
      joins: { ...state.joins, holds: voidedHolds(state.joins) },
    }
  }
  if (action.kind === 'release-votes') {
    return {
      holds: released(state, state.gone),
      joins: { ...state.joins, holds: released(state.joins, state.gone) },
    }
  }
  const flaggers = Object.keys(state.flags)
  return { approved: true, flags: Object.fromEntries(flaggers.map((by) => [by, 'closed'])) }
}

/**
 * Releases the waiting votes: one vote of the mailbox counts, unless another of its accounts already has
 * one that counts. All others become void, as do those of accounts that are being deleted.
 */
const released = (state: Ballots, gone: State['gone']): Ballots['holds'] => {
  const isTaken = aliases.some(
    (by) => state.votes[by] !== undefined && state.holds[by] === undefined,
  )
  const clients = Object.keys(state.holds).map(Number)
  const isWaiting = (by: number) => state.holds[by]?.kind === 'waiting' && gone[by] !== true
  const freed = clients.filter((by) => isWaiting(by) && !aliases.includes(by))
  const first = isTaken ? undefined : clients.find((by) => isWaiting(by) && aliases.includes(by))
  return Object.fromEntries(
    clients.flatMap((by) => {
      const hold = state.holds[by]
      return hold === undefined || by === first || freed.includes(by) ? [] : [[by, voidHold(hold)]]
    }),
  )
}

export const outcomeOf = (state: State, by: number): Outcome => ({
  status: 200,
  seen: numbersOf(state, by),
})

export const scoreOf = (state: Ballots): number =>
  Object.entries(state.votes).reduce(
    (sum, [voter, { value }]) => sum + (state.holds[Number(voter)] === undefined ? value : 0),
    0,
  )

export const numbersOf = (state: State, by: number | null): Numbers => ({
  approved: state.approved,
  score: scoreOf(state),
  superBoost: state.superBoost,
  flagged: Object.values(state.flags).includes('open'),
  commentCount: Object.values(state.comments).reduce((sum, count) => sum + count, 0),
  userVote: by === null ? null : (state.votes[by]?.value ?? null),
  participantCount: scoreOf(state.joins),
  ownParticipation: by !== null && state.joins.votes[by] !== undefined,
})
