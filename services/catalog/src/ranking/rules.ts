import { hotRank, maxVotesToPass, type RankedSubmission } from '@answerable/contracts/ranking'
import type { Sort } from '@answerable/contracts/submissions'

type Ranked = Pick<RankedSubmission, 'id' | 'score' | 'superBoost' | 'createdAt'>

/**
 * The lowest number of upvotes with which the next submission would be above the other. Null if votes do not
 * matter, or if the maximum is not enough.
 */
export const votesToPass = (sort: Sort, above: Ranked, next: Ranked): number | null => {
  if (sort === 'new') return null
  const passes = (votes: number): boolean =>
    isAbove(sort, { ...next, score: next.score + votes }, above)
  if (!passes(maxVotesToPass)) return null
  let [tooFew, enough] = [0, maxVotesToPass]
  while (enough - tooFew > 1) {
    const votes = Math.floor((tooFew + enough) / 2)
    if (passes(votes)) enough = votes
    else tooFew = votes
  }
  return enough
}

/** Whether the first is above the second, with the rules for equal values (orders.ts). */
const isAbove = (sort: 'hot' | 'top', one: Ranked, other: Ranked): boolean => {
  const difference = valueIn(sort, one) - valueIn(sort, other)
  if (difference !== 0) return difference > 0
  const age = Date.parse(one.createdAt) - Date.parse(other.createdAt)
  return sort === 'top' && age !== 0 ? age > 0 : one.id < other.id
}

const valueIn = (sort: 'hot' | 'top', { createdAt, ...state }: Ranked): number =>
  sort === 'top'
    ? state.score + state.superBoost
    : hotRank({ ...state, createdAt: new Date(createdAt) })
