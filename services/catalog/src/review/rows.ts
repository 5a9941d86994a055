import type { AdminSubmission } from '@answerable/contracts/submissions'
import { type SubmissionRow, submissionOf } from '../submissions/rows.ts'

export type AdminRow = SubmissionRow & { username: string | null }

/** A submission as administrators see it; of their own votes it says nothing. */
export const adminSubmissionOf = (row: AdminRow): AdminSubmission => ({
  ...submissionOf(row, { username: row.username, userVote: null }),
  flagCount: row.flag_count,
})
