import { isDeepStrictEqual } from 'node:util'
import { merge, onBoth, type Pair, stepsOfLeaving, unmerge } from './merge-model.ts'
import {
  numbersOf,
  type Operation,
  type Outcome,
  outcomeOf,
  scoreOf,
  take,
} from './submission-model.ts'

/** An operation on one of two submissions, or on both. */
export type Sent =
  | { target: 'into' | 'from'; operation: Operation }
  | { target: 'both'; operation: { kind: 'leave' | 'merge' | 'unmerge'; by: number } }

export type Done = Sent & { outcome: Outcome }

/**
 * The possible states of two submissions after concurrent operations with these outcomes; empty if no order of the
 * operations explains the outcomes. A vote's response shows a state after it was counted, which may include later
 * votes. Every other operation responds with the state at the moment it takes effect. Of two votes by one client,
 * one may overtake the other; the overtaken one does nothing and has the outcome of the other. A vote or a read that
 * does not find the submission looks for the reason afterwards. Withdrawing a counted vote and casting it again one
 * after the other can leave it held; doing both at once cannot. Deleting an account takes several steps, and other
 * operations may run between them. The client then continues with a new account of the same mailbox.
 */
export const statesAfter = (pair: Pair, done: readonly Done[], round: number): Pair[] =>
  uniquePairs(
    explain(
      pair,
      done.map((one) => ({ ...one, stage: 'sent', stepsDone: 0 })),
      round,
    ).map((left) => onBoth(left, (state) => ({ ...state, gone: {} }))),
  )

type Pending = Done & { stage: 'sent' | 'counted' | 'hidden'; stepsDone: number }

const explain = (pair: Pair, pending: readonly Pending[], round: number): Pair[] => {
  if (pending.length === 0) return [pair]
  return pending.flatMap((next) => {
    const others = pending.filter((one) => one !== next)
    const isOvertaken = others.some((later) => mayOvertake(later, next))
    return [
      ...(isOvertaken ? explain(pair, others, round) : []),
      ...turnsOf(pair, next).flatMap(({ after, left }) =>
        explain(after, left === null ? others : [...others, left], round),
      ),
    ]
  })

  /** The possible states after the next step of an operation, with what is left of it. */
  function turnsOf(before: Pair, next: Pending): { after: Pair; left: Pending | null }[] {
    if (next.target === 'both') return turnsOfBoth(before, next)
    const { target, operation, outcome, stage } = next
    const state = before[target]
    if (mayLookAgain(operation) && !state.approved && stage === 'sent') {
      return [{ after: before, left: { ...next, stage: 'hidden' } }]
    }
    if (stage === 'hidden' && state.approved) {
      return [{ after: before, left: { ...next, stage: 'sent' } }]
    }
    const step =
      stage === 'counted'
        ? { state, outcome: outcomeOf(state, operation.by) }
        : take(state, operation, round)
    const after = { ...before, [target]: step.state }
    if (step.outcome === null) return [{ after, left: { ...next, stage: 'counted' } }]
    return isDeepStrictEqual(step.outcome, outcome) ? [{ after, left: null }] : []
  }
}

const mayLookAgain = ({ kind }: Operation): boolean => isBallot(kind) || kind === 'read'

const turnsOfBoth = (
  pair: Pair,
  next: Pending & { target: 'both' },
): { after: Pair; left: Pending | null }[] => {
  const { operation, outcome } = next
  if (operation.kind === 'leave') {
    const step = stepsOfLeaving[next.stepsDone]
    const stepsDone = next.stepsDone + 1
    const left = stepsDone < stepsOfLeaving.length ? { ...next, stepsDone } : null
    return [{ after: step === undefined ? pair : step(pair, operation.by), left }]
  }
  return afterMerging(pair, operation.kind)
    .filter((one) => isDeepStrictEqual(one.outcome, outcome))
    .map(({ after }) => ({ after, left: null }))
}

const afterMerging = (
  pair: Pair,
  kind: 'merge' | 'unmerge',
): { after: Pair; outcome: Outcome }[] => {
  const { merge: record } = pair
  const isPossible = kind === 'merge' ? pair.from.approved && pair.into.approved : record !== null
  if (!isPossible) return [{ after: pair, outcome: { status: 409, seen: null } }]
  const pairs = record === null ? merge(pair) : unmerge({ ...pair, merge: record })
  return pairs.map((after) => ({
    after,
    outcome: {
      status: 200,
      seen: {
        before: numbersOf(pair.from, null),
        after: numbersOf(after.from, null),
        other: { before: scoreOf(pair.into), after: scoreOf(after.into) },
      },
    },
  }))
}

/** Votes and joins wait in queues of their own. */
const queueOf = (kind: string): 'votes' | 'joins' | null => {
  if (kind === 'vote' || kind === 'withdraw') return 'votes'
  return kind === 'join' || kind === 'part' ? 'joins' : null
}
const isBallot = (kind: string): boolean => queueOf(kind) !== null

const mayOvertake = (later: Pending, earlier: Pending): boolean =>
  later.target === earlier.target &&
  [later, earlier].every(({ operation: { kind }, stage }) => stage === 'sent' && isBallot(kind)) &&
  queueOf(later.operation.kind) === queueOf(earlier.operation.kind) &&
  later.operation.by === earlier.operation.by &&
  isDeepStrictEqual(later.outcome, earlier.outcome)

export const uniquePairs = (pairs: readonly Pair[]): Pair[] => [
  ...new Map(pairs.map((pair) => [JSON.stringify(pair), pair])).values(),
]
