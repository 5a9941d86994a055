import { mergeUndoDays } from '@answerable/contracts/merges'
import { type Db, onlyRow, type Pool, transaction } from '@answerable/service-kit/db'
import type { SubmissionRow } from '../submissions/rows.ts'
import type { BallotKind } from '../votes/ballot-kinds.ts'

/** A merge moves all votes of a submission, which may take longer than a request usually may. */
export const beginSlow = `BEGIN; SET LOCAL statement_timeout = '20s'`
/** Options of its statements. */
export const slow = { query_timeout: 21_000 }

export type Merge = {
  id: string
  from_id: string
  into_id: string
  merged_at: Date
  into_sources: string | null
  joined_sources: string | null
  burst: number
  burst_since: Date | null
  participation_burst: number
  participation_burst_since: Date | null
  is_final: boolean
}

/** Key of an advisory lock that merges take alone. */
export const mergeLock = `hashtextextended('merges', 0)`

/** Locks submissions, then their businesses, in id order, which prevents deadlocks. */
export const lockSubmissions = async (
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SubmissionRow>> => {
  await db.query(`SELECT pg_advisory_xact_lock(${mergeLock})`)
  const { rows } = await db.query<SubmissionRow>(
    'SELECT * FROM submissions WHERE id = ANY ($1) ORDER BY id FOR NO KEY UPDATE',
    [ids],
  )
  await db.query('SELECT FROM businesses WHERE id = ANY ($1) ORDER BY id FOR NO KEY UPDATE', [
    rows.map((row) => row.business_id),
  ])
  return new Map(rows.map((row) => [row.id, row]))
}

/** The merge of a submission that is not undone; null if there is none. */
export const findMerge = async (db: Db, fromId: string): Promise<Merge | null> => {
  const { rows } = await db.query<Merge>(
    `SELECT *, final_at IS NOT NULL OR merged_at < now() - $2 * interval '1 day' AS is_final
     FROM merges WHERE from_id = $1 AND undone_at IS NULL ORDER BY merged_at DESC LIMIT 1`,
    [fromId, mergeUndoDays],
  )
  return rows[0] ?? null
}

/** Whether what remained of a merge was merged itself, or others into it, after the merge. */
export const hasLaterMerge = async (
  db: Db,
  table: 'merges' | 'business_merges',
  merge: Pick<Merge, 'id' | 'into_id' | 'merged_at'>,
): Promise<boolean> => {
  const { rowCount } = await db.query(
    `SELECT FROM ${table} WHERE undone_at IS NULL AND id <> $1 AND merged_at >= $3
       AND (from_id = $2 OR into_id = $2) LIMIT 1`,
    [merge.id, merge.into_id, merge.merged_at],
  )
  return rowCount !== 0
}

/** The bursts of the newer submission move to the older one. */
export const insertMerge = async (
  db: Db,
  merge: Pick<Merge, 'id' | 'from_id' | 'into_id' | 'into_sources' | 'joined_sources'>,
): Promise<void> => {
  await db.query(
    `INSERT INTO merges (id, from_id, into_id, merged_at, into_sources, joined_sources, burst, burst_since,
       participation_burst, participation_burst_since)
     SELECT $1, $2, $3, clock_timestamp(), $4, $5, coalesce(votes.burst, 0), votes.burst_since,
       coalesce(joins.burst, 0), joins.burst_since
     FROM (SELECT) AS one LEFT JOIN unusual_activity AS votes ON votes.submission_id = $2
     LEFT JOIN unusual_participation AS joins ON joins.submission_id = $2`,
    [merge.id, merge.from_id, merge.into_id, merge.into_sources, merge.joined_sources],
  )
}

export const markUndone = async (db: Db, id: string): Promise<void> => {
  await db.query('UPDATE merges SET undone_at = now() WHERE id = $1', [id])
}

/** Deletes the records of moved votes, joins, comments and flags. */
export const deleteRecords = async (db: Db, ids: readonly string[]): Promise<void> => {
  for (const table of [
    'merged_votes',
    'merged_participations',
    'merged_comments',
    'merged_flags',
  ]) {
    await db.query({
      ...slow,
      text: `DELETE FROM ${table} WHERE merge_id = ANY ($1)`,
      values: [ids],
    })
  }
}

/** Deletes the records of merges that can no longer be undone. */
export const closeOldMerges = (pool: Pool): Promise<void> =>
  transaction(
    pool,
    async (db) => {
      const { rows } = await db.query<{ id: string }>(
        `UPDATE merges SET final_at = now() WHERE id IN (
           SELECT id FROM merges WHERE undone_at IS NULL AND final_at IS NULL
             AND merged_at < now() - $1 * interval '1 day'
           ORDER BY merged_at LIMIT 10 FOR UPDATE SKIP LOCKED
         ) RETURNING id`,
        [mergeUndoDays],
      )
      await deleteRecords(
        db,
        rows.map(({ id }) => id),
      )
    },
    beginSlow,
  )

/** Stores the states that a merge, or its undoing, writes under this id. */
export const recordStates = async (
  db: Db,
  kind: BallotKind,
  id: string,
  states: { merged: { fromId: string; intoId: string } } | { unmerged: string },
): Promise<void> => {
  const [source, values] =
    'merged' in states
      ? [`${kind.mergedStates}($2, $3)`, [states.merged.fromId, states.merged.intoId]]
      : [`${kind.unmergedStates}($2)`, [states.unmerged]]
  await db.query({
    ...slow,
    text: `INSERT INTO ${kind.merged} (merge_id, user_id, from_state, into_state, left_state)
      SELECT $1, * FROM ${source}`,
    values: [id, ...values],
  })
}

type StateColumn = 'from_state' | 'into_state' | 'left_state'

/** Deletes the recorded accounts' ballots and holds on a submission. */
export const clearStates = async (
  db: Db,
  { ballots, holds, merged }: BallotKind,
  { id, submissionId }: { id: string; submissionId: string },
): Promise<void> => {
  for (const table of [ballots, holds]) {
    await db.query({
      ...slow,
      text: `DELETE FROM ${table} USING ${merged}
        WHERE merge_id = $1 AND submission_id = $2 AND ${table}.user_id = ${merged}.user_id`,
      values: [id, submissionId],
    })
  }
}

/** A vote that changed after a merge keeps its id, so that the one that undoing restores beside it needs another. */
const idOf: Record<StateColumn, string> = {
  left_state: '(left_state).vote_id',
  into_state: '(into_state).vote_id',
  from_state: `CASE WHEN (from_state).vote_id = (into_state).vote_id THEN uuidv7()
    ELSE (from_state).vote_id END`,
}

/** Writes recorded states as the ballots and holds of a submission. */
export const writeStates = async (
  db: Db,
  { ballots, holds, merged }: BallotKind,
  { id, submissionId, column }: { id: string; submissionId: string; column: StateColumn },
): Promise<void> => {
  await db.query({
    ...slow,
    text: `INSERT INTO ${ballots} (id, user_id, submission_id, value, created_at)
      SELECT ${idOf[column]}, user_id, $2, (${column}).value, (${column}).cast_at
      FROM ${merged} WHERE merge_id = $1 AND (${column}).vote_id IS NOT NULL`,
    values: [id, submissionId],
  })
  await db.query({
    ...slow,
    text: `INSERT INTO ${holds} (submission_id, user_id, rule, held_at, voided_by)
      SELECT $2, user_id, (${column}).rule, (${column}).held_at, (${column}).voided_by
      FROM ${merged} WHERE merge_id = $1 AND (${column}).rule IS NOT NULL`,
    values: [id, submissionId],
  })
}

/** The sums of the recorded ballots that count. */
export const sumStates = async (
  db: Db,
  { merged }: BallotKind,
  id: string,
): Promise<Record<StateColumn, number>> => {
  const sum = (column: StateColumn): string =>
    `coalesce(sum((${column}).value) FILTER (WHERE (${column}).rule IS NULL), 0) AS ${column}`
  const { rows } = await db.query<Record<StateColumn, number>>({
    ...slow,
    text: `SELECT ${sum('from_state')}, ${sum('into_state')}, ${sum('left_state')}
      FROM ${merged} WHERE merge_id = $1`,
    values: [id],
  })
  return onlyRow(rows)
}

/** Counts the held ballots of a submission anew, and changes the burst. */
export const recountUnusual = async (
  db: Db,
  { activity, holds }: BallotKind,
  submissionId: string,
  burst: { change: number; since: Date | null },
): Promise<void> => {
  await db.query(
    `INSERT INTO ${activity} AS known (submission_id, held, crowd, burst, burst_since)
     SELECT $1, count(*) FILTER (WHERE voided_by IS NULL),
       count(*) FILTER (WHERE voided_by IS NULL AND rule = 'newborn'), greatest($2::integer, 0),
       CASE WHEN $2::integer > 0 THEN $3::timestamptz END
     FROM ${holds} WHERE submission_id = $1
     ON CONFLICT (submission_id) DO UPDATE SET held = excluded.held, crowd = excluded.crowd,
       burst = greatest(known.burst + $2::integer, 0),
       burst_since = CASE WHEN known.burst + $2::integer > 0
         THEN least(known.burst_since, excluded.burst_since) END`,
    [submissionId, burst.change, burst.since],
  )
  await db.query(`DELETE FROM ${activity} WHERE submission_id = $1 AND held = 0 AND burst = 0`, [
    submissionId,
  ])
}

/** Newborn accounts whose ballots moved take places of the older submission's limit per hour. */
export const joinNewbornVoters = async (
  db: Db,
  { newborn }: BallotKind,
  { fromId, intoId }: { fromId: string; intoId: string },
): Promise<void> => {
  await db.query(
    `INSERT INTO ${newborn} AS known (submission_id, since, voter_ids)
     SELECT $2, since, voter_ids FROM ${newborn}
     WHERE submission_id = $1 AND since > now() - interval '1 hour'
     ON CONFLICT (submission_id) DO UPDATE SET
       since = greatest(known.since, excluded.since),
       voter_ids = CASE WHEN known.since > now() - interval '1 hour' THEN ARRAY(
         SELECT unnest(known.voter_ids) UNION SELECT unnest(excluded.voter_ids)
       ) ELSE excluded.voter_ids END`,
    [fromId, intoId],
  )
}

/** Writes the new state of a submission and the version of the decision. */
export const updateMerged = async (
  db: Db,
  id: string,
  next: Pick<
    SubmissionRow,
    | 'approved'
    | 'merged_into'
    | 'sources'
    | 'embed_type'
    | 'embed_url'
    | 'score'
    | 'participant_count'
  > & { comments: number; flags: number },
): Promise<void> => {
  await db.query(
    `UPDATE submissions SET approved = $2, merged_into = $3, sources = $4, embed_type = $5,
       embed_url = $6, score = $7, comment_count = comment_count + $8, flag_count = flag_count + $9,
       participant_count = $10,
       version = version + 1, decided_version = version + 1
     WHERE id = $1`,
    [
      id,
      next.approved,
      next.merged_into,
      next.sources,
      next.embed_type,
      next.embed_url,
      next.score,
      next.comments,
      next.flags,
      next.participant_count,
    ],
  )
}
