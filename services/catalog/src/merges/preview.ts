import type { MergePreview } from '@answerable/contracts/merges'
import { type Db, onlyRow } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import type { SubmissionRow } from '../submissions/rows.ts'
import { type BallotKind, joinKind, voteKind } from '../votes/ballot-kinds.ts'
import { isOlder } from './rules.ts'
import { joinSources } from './sources.ts'
import { slow } from './store.ts'

/** Computes the figures of a merge without writing anything. Either of the two may be named first. */
export const previewFigures = async (db: Db, one: string, other: string): Promise<MergePreview> => {
  const rows = await readSides(db, [one, other])
  const [first, second] = rows
  if (first === undefined || second === undefined) throw new AppError('submission_not_found')
  if (!first.approved || !second.approved) throw new AppError('decision_conflict')
  const [into, from] = isOlder(first, second) ? [first, second] : [second, first]
  const votes = await readFigures(db, voteKind, [from.id, into.id])
  const joins = await readFigures(db, joinKind, [from.id, into.id])
  const flags = await countMovingFlags(db, from.id, into.id)
  return {
    from: sideOf(from),
    into: sideOf(into),
    after: {
      score: into.score + votes.score,
      votes: into.votes + votes.votes,
      heldVotes: into.held + votes.held,
      participants: into.participant_count + joins.votes,
      comments: into.comment_count + from.comment_count,
      flags: into.flag_count + flags,
      sources: joinSources(into.sources, from.sources),
    },
    replacedVotes: votes.replaced,
  }
}

type Side = SubmissionRow & { votes: number; held: number }

const readSides = async (db: Db, ids: readonly string[]): Promise<Side[]> => {
  const { rows } = await db.query<Side>({
    ...slow,
    text: `SELECT submissions.*, coalesce(held, 0) AS held, coalesce(counted.votes, 0) AS votes
      FROM submissions
      LEFT JOIN unusual_activity ON unusual_activity.submission_id = id
      LEFT JOIN (
        SELECT submission_id, count(*) AS votes FROM votes
        WHERE submission_id = ANY ($1) AND NOT EXISTS (
          SELECT FROM holds
          WHERE holds.submission_id = votes.submission_id AND holds.user_id = votes.user_id
        ) GROUP BY submission_id
      ) AS counted ON counted.submission_id = id
      WHERE id = ANY ($1)`,
    values: [ids],
  })
  return rows
}

type VoteFigures = Record<'score' | 'votes' | 'held' | 'replaced', number>

/** The changes of the older submission's votes or joins. */
const readFigures = async (
  db: Db,
  { mergedStates }: BallotKind,
  [fromId, intoId]: readonly [string, string],
): Promise<VoteFigures> => {
  const counts = (state: string) => `(${state}).vote_id IS NOT NULL AND (${state}).rule IS NULL`
  const waits = (state: string) => `(${state}).rule IS NOT NULL AND (${state}).voided_by IS NULL`
  const { rows } = await db.query<VoteFigures>({
    ...slow,
    text: `SELECT
        coalesce(sum((left_state).value) FILTER (WHERE ${counts('left_state')}), 0)
          - coalesce(sum((into_state).value) FILTER (WHERE ${counts('into_state')}), 0) AS score,
        count(*) FILTER (WHERE ${counts('left_state')})
          - count(*) FILTER (WHERE ${counts('into_state')}) AS votes,
        count(*) FILTER (WHERE ${waits('left_state')})
          - count(*) FILTER (WHERE ${waits('into_state')}) AS held,
        count(*) FILTER (WHERE (from_state).vote_id IS NOT NULL AND (into_state).vote_id IS NOT NULL)
          AS replaced
      FROM ${mergedStates}($1, $2)`,
    values: [fromId, intoId],
  })
  return onlyRow(rows)
}

const countMovingFlags = async (db: Db, fromId: string, intoId: string): Promise<number> => {
  const { rows } = await db.query<{ flags: number }>(
    `SELECT count(DISTINCT coalesce(voter_id, user_id)) AS flags
     FROM flags LEFT JOIN voters USING (user_id)
     WHERE submission_id = $1 AND closed_at IS NULL AND NOT stays(user_id) AND NOT EXISTS (
       SELECT FROM flags AS other LEFT JOIN voters AS reporter ON reporter.user_id = other.user_id
       WHERE other.submission_id = $2
         AND (other.user_id = flags.user_id OR reporter.voter_id = voters.voter_id)
     )`,
    [fromId, intoId],
  )
  return onlyRow(rows).flags
}

const sideOf = (row: Side): MergePreview['from'] => ({
  id: row.id,
  targetName: row.target_name,
  location: row.location,
  createdAt: row.created_at.toISOString(),
  version: row.version,
  score: row.score,
  votes: row.votes,
  heldVotes: row.held,
  participants: row.participant_count,
  comments: row.comment_count,
  flags: row.flag_count,
  sources: row.sources,
})
