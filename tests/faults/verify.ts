import type { Pool } from '@answerable/service-kit/db'
import { ask } from './ask.ts'
import { acknowledgedIn, acknowledgedVotes, type Ledger } from './ledger.ts'

export type Findings = {
  acknowledged: number
  /** Acknowledged writes that are missing. */
  lost: string[]
  /** Duplicated writes. */
  double: string[]
  /** Counters that do not match their rows. */
  drift: string[]
}

/** Compares the tables with the writes acknowledged before the call. The load may continue. */
export const verify = async (db: Pool, ledger: Ledger): Promise<Findings> => {
  const votes = acknowledgedVotes(ledger)
  const comments = acknowledgedIn(ledger.comments)
  const submissions = acknowledgedIn(ledger.submissions)
  const flags = acknowledgedIn(ledger.flags)
  const commentRows = await countsOf(db, 'SELECT content AS name FROM catalog.comments')
  const submissionRows = await countsOf(db, 'SELECT target_name AS name FROM catalog.submissions')
  const flagRows = await countsOf(
    db,
    `SELECT user_id || ' ' || submission_id AS name FROM catalog.flags`,
  )
  return {
    acknowledged: votes.length + comments.length + submissions.length + flags.length,
    lost: [
      ...(await lostVotes(db, votes)),
      ...comments.filter((name) => !commentRows.has(name)),
      ...submissions.filter((name) => !submissionRows.has(name)),
      ...flags.filter((name) => !flagRows.has(name)).map((name) => `Flag ${name}`),
    ],
    double: [...commentRows, ...submissionRows, ...flagRows]
      .filter(([, count]) => count > 1)
      .map(([name, count]) => `${name} ×${count}`),
    drift: await driftOf(db),
  }
}

const countsOf = async (db: Pool, names: string): Promise<Map<string, number>> => {
  const rows = await ask<{ name: string; count: number }>(
    db,
    `SELECT name, count(*)::int AS count FROM (${names}) AS each GROUP BY name`,
  )
  return new Map(rows.map(({ name, count }) => [name, count]))
}

/** A vote in flight may have either value; a vote that is acknowledged during the check has the later one. */
const lostVotes = async (
  db: Pool,
  votes: readonly ReturnType<typeof acknowledgedVotes>[number][],
): Promise<string[]> => {
  const before = votes.map(({ acknowledged }) => acknowledged)
  const rows = await ask<{ index: number; value: number | null }>(
    db,
    `SELECT given.index::int - 1 AS index, votes.value
     FROM unnest($1::uuid[], $2::text[], $3::smallint[])
       WITH ORDINALITY AS given (user_id, submission_id, value, index)
     LEFT JOIN catalog.votes USING (user_id, submission_id)
     WHERE votes.value IS DISTINCT FROM given.value`,
    [votes.map(({ memberId }) => memberId), votes.map(({ submissionId }) => submissionId), before],
  )
  return rows.flatMap(({ index, value }) => {
    const vote = votes[index]
    const isExplained =
      vote !== undefined && value !== null && (value === vote.acknowledged || value === vote.sent)
    return isExplained ? [] : [`Vote ${vote?.memberId} ${vote?.submissionId} is ${value}`]
  })
}

/** Submissions and counters whose stored numbers differ from their rows, read in one snapshot. */
export const driftOf = async (db: Pool): Promise<string[]> => {
  const rows = await ask<{ what: string }>(
    db,
    `WITH votes AS (
       SELECT submission_id, coalesce(sum(value) FILTER (WHERE rule IS NULL), 0) AS votes,
         count(*) FILTER (WHERE rule IS NOT NULL AND voided_by IS NULL) AS held_votes
       FROM catalog.votes LEFT JOIN catalog.holds USING (submission_id, user_id)
       GROUP BY submission_id
     ), comments AS (
       SELECT submission_id, count(*) AS comments FROM catalog.comments
       WHERE state = 'shown' GROUP BY submission_id
     ), flags AS (
       SELECT submission_id, count(*) AS flags FROM catalog.flags WHERE closed_at IS NULL
       GROUP BY submission_id
     ), counted AS (
       SELECT id, score, comment_count, flag_count, coalesce(votes, 0) AS votes,
         coalesce(comments, 0) AS comments, coalesce(flags, 0) AS flags,
         coalesce(held, 0) AS held, coalesce(held_votes, 0) AS held_votes
       FROM catalog.submissions LEFT JOIN votes ON votes.submission_id = id
         LEFT JOIN comments ON comments.submission_id = id
         LEFT JOIN flags ON flags.submission_id = id
         LEFT JOIN catalog.unusual_activity ON unusual_activity.submission_id = id
     )
     SELECT format('%s: score %s of votes %s, %s of held %s, %s of comments %s, %s of flags %s',
       id, score, votes, held, held_votes, comment_count, comments, flag_count, flags) AS what
     FROM counted WHERE (score, held, comment_count, flag_count)
       IS DISTINCT FROM (votes, held_votes, comments, flags)
     UNION ALL
     SELECT 'public submissions: ' || count FROM catalog.public_counts
     WHERE category = '' AND country = '' AND day = '-infinity'
       AND count <> (SELECT count(*) FROM catalog.submissions WHERE approved)
     UNION ALL
     SELECT 'accounts: ' || value FROM auth.counters
     WHERE name = 'accounts' AND value <> (SELECT count(*) FROM auth.users)`,
  )
  return rows.map(({ what }) => what)
}
