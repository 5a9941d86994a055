import type { ReviewedSubmission } from '@answerable/contracts/review'
import type { FlaggedSubmission } from '@answerable/contracts/review-internal'
import type { Db } from '@answerable/service-kit/db'
import { appealOf, findAppealsOn } from '../appeals/store.ts'
import { readHistories } from '../decisions/history.ts'

/** Adds the decisions and the open appeal to each submission. */
export const withDecisions = async (
  db: Db,
  submissions: readonly FlaggedSubmission[],
): Promise<ReviewedSubmission[]> => {
  const ids = submissions.map(({ id }) => id)
  const [histories, appeals] = await Promise.all([
    readHistories(db, ids),
    findAppealsOn(db, { submissionIds: ids }),
  ])
  return submissions.map((submission) => {
    const open = appeals.find(
      (appeal) => appeal.submission_id === submission.id && appeal.state === 'open',
    )
    return {
      ...submission,
      decisions: histories.get(submission.id) ?? [],
      appeal: open === undefined ? null : appealOf(open),
    }
  })
}
