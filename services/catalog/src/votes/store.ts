import { submissionChanged } from '@answerable/contracts/events'
import type { VoteValue } from '@answerable/contracts/submissions'
import type { Db } from '@answerable/service-kit/db'
import type { SubmissionRow } from '../submissions/rows.ts'

export type Ballot = {
  voterId: string
  submissionId: string
  /** Null takes a vote back. */
  choice: VoteValue | null
  requestId: string
}

/** A submission after votes were written, and the voters whose accounts are suspended. */
export type Tally = SubmissionRow & { username: string | null; refused: string[] }

/**
 * Writes votes, at most one per voter and submission, and commits them: `cast_votes` in
 * migrations/0002_cast_votes.sql. Answers the tallies by submission; what is not in public view has none.
 */
export const castVotes = async (
  db: Db,
  ballots: readonly Ballot[],
): Promise<ReadonlyMap<string, Tally>> => {
  const { rows } = await db.query<Tally>({
    name: 'cast-votes',
    text: `SELECT (submission).*, username, refused FROM cast_votes($1, $2, $3, $4, $5)`,
    values: [
      ballots.map((ballot) => ballot.voterId),
      ballots.map((ballot) => ballot.submissionId),
      ballots.map((ballot) => ballot.choice ?? 0),
      ballots.map((ballot) => ballot.requestId),
      submissionChanged.subject,
    ],
  })
  return new Map(rows.map((row) => [row.id, row]))
}
