import type { AdminSubmission } from '@answerable/contracts/submissions'
import {
  type BusinessColumns,
  businessColumns,
  businessOf,
  type SubmissionRow,
  submissionOf,
} from '../submissions/rows.ts'

export type AdminRow = SubmissionRow &
  BusinessColumns & {
    username: string | null
    is_unusual: boolean
    held_votes: number
    held_participations: number
  }

/** The columns of an `AdminRow` from `submissions` and its surroundings. */
export const adminColumns = `submissions.*, username, coalesce(unusual_activity.shows, false) AS is_unusual,
  coalesce(unusual_activity.held, 0) AS held_votes,
  coalesce(unusual_participation.held, 0) AS held_participations, ${businessColumns}`
export const adminJoins = `JOIN businesses ON businesses.id = business_id
  LEFT JOIN authors ON authors.id = author_id
  LEFT JOIN unusual_activity ON unusual_activity.submission_id = submissions.id
  LEFT JOIN unusual_participation ON unusual_participation.submission_id = submissions.id`

/** A submission as administrators see it, without their own vote. */
export const adminSubmissionOf = (row: AdminRow): AdminSubmission => ({
  ...submissionOf(row, {
    username: row.username,
    business: businessOf(row),
    userVote: null,
    ownParticipation: false,
    isUnusual: row.is_unusual,
  }),
  flagCount: row.flag_count,
  heldVotes: row.held_votes,
  heldParticipations: row.held_participations,
  mergedInto: row.merged_into,
})
