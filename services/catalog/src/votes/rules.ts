import type { Submission } from '@answerable/contracts/submissions'
import { AppError, isAway, isBusy } from '@answerable/service-kit/errors'
import { businessOf, submissionOf } from '../submissions/rows.ts'
import type { Ballot, VotedSubmission } from './store.ts'

/** The result of a vote. */
export const outcomeOf = (
  ballot: Ballot,
  tally: VotedSubmission | undefined,
): Submission | AppError => {
  if (tally === undefined) return new AppError('submission_not_found')
  if (tally.refused.includes(ballot.accountId)) return new AppError('account_suspended')
  return submissionOf(tally, {
    username: tally.username,
    business: businessOf(tally),
    userVote: ballot.choice,
    isUnusual: tally.is_unusual,
  })
}

/**
 * Splits a failed group for a retry: by submission, then vote by vote, so that only the cause fails. Returns no groups
 * if a retry would fail too, because the database is unavailable or the one submission is locked.
 */
export const smallerGroups = <Item extends { ballot: Ballot }>(
  group: readonly Item[],
  error: unknown,
): Item[][] => {
  if (isAway(error) && !isBusy(error)) return []
  const bySubmission = [...Map.groupBy(group, ({ ballot }) => ballot.submissionId).values()]
  if (bySubmission.length > 1) return bySubmission
  return group.length > 1 && !isBusy(error) ? group.map((item) => [item]) : []
}
