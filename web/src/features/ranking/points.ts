import { hotHalfStepSeconds, type RankedSubmission } from '@answerable/contracts/ranking'

export type Points = Record<'votes' | 'boost' | 'age' | 'total', number>

/**
 * The terms of Hot relative to a submission of this moment without votes, whose total is 0. Rounded to hundredths so
 * that they add up as they are shown.
 */
export const pointsAt = (submission: RankedSubmission, nowMilliseconds: number): Points => {
  const zero = nowMilliseconds / 1000 / hotHalfStepSeconds
  const votes = hundredths(submission.votePoints)
  const boost = hundredths(submission.boostedPoints) - votes
  const total = hundredths(submission.value - zero)
  return {
    votes: votes / 100,
    boost: boost / 100,
    age: (total - votes - boost) / 100,
    total: total / 100,
  }
}

/** A whole number, because sums of fractions are not exact; 0 instead of −0. */
const hundredths = (value: number): number => Math.round(value * 100) + 0
