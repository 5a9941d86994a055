import type { Submission, VoteValue } from '@answerable/contracts/submissions'
import { asOne, type Db } from '@answerable/service-kit/db'
import {
  type BusinessColumns,
  businessColumns,
  businessOf,
  type SubmissionRow,
  submissionOf,
} from './rows.ts'
import { displayRevision } from './store.ts'

/** A submission and its viewer. */
export type SubmissionQuery = { id: string; viewerId: string | null }

/** A submission, removed or not, with everything that its viewer sees. */
export type ShownRow = SubmissionRow &
  BusinessColumns & {
    /** The place of its query, counted from 1. */
    place: number
    username: string | null
    userVote: VoteValue | null
    ownParticipation: boolean
    isUnusual: boolean
    revision: number
  }

/** Reads the current submissions in any order, without those that do not exist. */
export const readShownRows = async (
  db: Db,
  queries: readonly SubmissionQuery[],
): Promise<ShownRow[]> => {
  const { rows } = await db.query<ShownRow>({
    name: 'read-submissions',
    text: `SELECT place, submissions.*, username, votes.value AS "userVote",
        joined.value IS NOT NULL AS "ownParticipation",
        coalesce(shows, false) AS "isUnusual", ${businessColumns}, ${displayRevision} AS revision
      FROM unnest(${asOne('$1::text[]')}, ${asOne('$2::uuid[]')}) WITH ORDINALITY
        AS queries (id, viewer_id, place)
      CROSS JOIN LATERAL (
        SELECT * FROM submissions WHERE submissions.id = queries.id LIMIT 1
      ) AS submissions
      CROSS JOIN LATERAL (
        SELECT slug, name FROM businesses WHERE businesses.id = business_id LIMIT 1
      ) AS businesses
      LEFT JOIN LATERAL (SELECT username FROM authors WHERE authors.id = author_id LIMIT 1)
        AS authors ON true
      LEFT JOIN LATERAL (
        SELECT value FROM votes WHERE user_id = viewer_id AND submission_id = queries.id LIMIT 1
      ) AS votes ON true
      LEFT JOIN LATERAL (
        SELECT value FROM participations
        WHERE user_id = viewer_id AND submission_id = queries.id LIMIT 1
      ) AS joined ON true
      LEFT JOIN LATERAL (
        SELECT shows FROM unusual_activity WHERE submission_id = queries.id LIMIT 1
      ) AS unusual ON true`,
    values: [queries.map(({ id }) => id), queries.map(({ viewerId }) => viewerId)],
  })
  return rows
}

export const shownSubmissionOf = (row: ShownRow): Submission =>
  submissionOf(row, {
    username: row.username,
    business: businessOf(row),
    userVote: row.userVote,
    ownParticipation: row.ownParticipation,
    isUnusual: row.isUnusual,
  })
