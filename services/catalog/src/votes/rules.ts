import type { Submission } from '@answerable/contracts/submissions'
import { AppError, isAway, isBusy } from '@answerable/service-kit/errors'
import { businessOf, submissionOf } from '../submissions/rows.ts'
import type { Ballot, VotedSubmission } from './store.ts'

/** The result of a vote or a join. */
export const outcomeOf = (
  ballot: Ballot,
  tally: VotedSubmission | undefined,
): Submission | AppError => {
  if (tally === undefined) return new AppError('submission_not_found')
  if (tally.refused.includes(ballot.accountId)) return new AppError('account_suspended')
  return submissionOf(tally, {
    username: tally.username,
    business: businessOf(tally),
    ...ownChoices(ballot, tally),
    isUnusual: tally.is_unusual,
  })
}

const ownChoices = (
  { accountId, choice }: Ballot,
  others: VotedSubmission,
): Pick<Submission, 'userVote' | 'ownParticipation'> => {
  if ('participants' in others) {
    return { userVote: choice, ownParticipation: others.participants.includes(accountId) }
  }
  const ownDown = others.downs.includes(accountId) ? -1 : null
  return {
    userVote: others.ups.includes(accountId) ? 1 : ownDown,
    ownParticipation: choice !== null,
  }
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
