import { submissionChanged } from '@answerable/contracts/events'
import type { VoteValue } from '@answerable/contracts/submissions'
import type { Db } from '@answerable/service-kit/db'
import { type BusinessColumns, businessColumns, type SubmissionRow } from '../submissions/rows.ts'

export type Ballot = {
  accountId: string
  submissionId: string
  /** Null withdraws the vote or join. A join is 1. */
  choice: VoteValue | null
  requestId: string
  /** The mailbox of the account, and when the account was created. */
  voter: { id: string; joinedAt: string }
  /** A keyed hash of the network; null if the address identifies no network. */
  network: string | null
  /** Whether it exceeds the usual number of its network on this submission. */
  isBurst: boolean
}

/** A submission after votes were written, and the accounts that are suspended. */
export type VotedSubmission = SubmissionRow &
  BusinessColumns & {
    username: string | null
    refused: string[]
    is_unusual: boolean
  } & OtherChoices

/** The other choices of the accounts: after votes, who takes part; after joins, who has voted. */
type OtherChoices = { participants: string[] } | { ups: string[]; downs: string[] }

/**
 * Writes votes, at most one per account and submission, and commits them: `cast_votes` in
 * migrations/0008_cast_votes.sql. Returns the public submissions that were voted on, by id.
 */
export const castVotes = async (
  db: Db,
  ballots: readonly Ballot[],
): Promise<ReadonlyMap<string, VotedSubmission>> => {
  const { rows } = await db.query<VotedSubmission>({
    name: 'cast-votes',
    text: `WITH written AS MATERIALIZED (
        SELECT (submission).*, username, refused, is_unusual
        FROM cast_votes($1, $2, $3, $4, $5, $6, $7, $8, $9)
      )
      SELECT written.*, ${businessColumns}, coalesce(participants, '{}')::text[] AS participants
      FROM written CROSS JOIN LATERAL (
        SELECT slug, name FROM businesses WHERE businesses.id = business_id LIMIT 1
      ) AS businesses
      LEFT JOIN choices_after_votes($1, $2, ARRAY(SELECT id FROM written)) AS others
        ON others.submission_id = written.id`,
    values: [
      ballots.map((ballot) => ballot.accountId),
      ballots.map((ballot) => ballot.submissionId),
      ballots.map((ballot) => ballot.choice ?? 0),
      ballots.map((ballot) => ballot.requestId),
      submissionChanged.subject,
      ballots.map((ballot) => ballot.voter.id),
      ballots.map((ballot) => ballot.voter.joinedAt),
      ballots.map((ballot) => ballot.network),
      ballots.map((ballot) => ballot.isBurst),
    ],
  })
  return new Map(rows.map((row) => [row.id, row]))
}
