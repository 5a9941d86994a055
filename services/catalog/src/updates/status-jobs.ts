import { milestones } from '@answerable/contracts/timeline'
import type { Db, Pool } from '@answerable/service-kit/db'
import { onlyRow, transaction } from '@answerable/service-kit/db'
import { appendSectionChange, lockSubmission } from '../submissions/store.ts'
import type { Thresholds, Watched } from './rules.ts'
import { setStatus } from './set-status.ts'
import { lookAt } from './staleness.ts'
import type { Milestone } from './status-watch.ts'

const watchedColumns = 'id, approved, status, score, participant_count'

/** Locks a submission; null if it does not exist. */
export const lockWatched = async (db: Db, id: string): Promise<Watched | null> => {
  const { rows } = await db.query<Watched>(
    `SELECT ${watchedColumns} FROM submissions WHERE id = $1 FOR NO KEY UPDATE`,
    [id],
  )
  return rows[0] ?? null
}

/**
 * Activates one proposal that has reached the thresholds. Skips rows that another instance has locked. Returns false if
 * there is none.
 */
export const activateSupported = (pool: Pool, { score, participants }: Thresholds) =>
  transaction(pool, async (db) => {
    const { rows } = await db.query<Watched>(
      `SELECT ${watchedColumns} FROM submissions
       WHERE approved AND status = 'proposed' AND participant_count > 0 AND score > 0
         AND score >= $1 AND participant_count >= $2
       LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`,
      [score, participants],
    )
    const [row] = rows
    if (row === undefined) return false
    return setStatus(db, row, { status: 'active', requestId: null })
  })

/** Looks at the submission that is due longest. Skips those that another instance has locked. Returns false if none is. */
export const checkDue = (pool: Pool): Promise<boolean> =>
  transaction(pool, async (db) => {
    const { rows } = await db.query<{ id: string }>(
      `SELECT submission_id AS id FROM status_checks JOIN submissions ON id = submission_id
       WHERE due_at <= now() ORDER BY due_at, submission_id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`,
    )
    const [row] = rows
    if (row === undefined) return false
    await lookAt(db, row.id)
    return true
  })

/**
 * Adds milestones of one submission to its timeline and publishes that it changed. Milestones that the timeline has
 * already change nothing, so that open pages fetch it once for each.
 */
export const storeMilestones = async (
  db: Db,
  id: string,
  reached: readonly Milestone[],
): Promise<void> => {
  await lockSubmission(db, id)
  const { rowCount } = await db.query(
    `INSERT INTO occurrences (submission_id, kind, at, details, key)
     SELECT $1, 'milestone', now(), jsonb_build_object('measure', measure, 'value', value),
       measure || ':' || value
     FROM unnest($2::text[], $3::integer[]) AS reached (measure, value)
     ON CONFLICT DO NOTHING`,
    [id, reached.map(({ measure }) => measure), reached.map(({ value }) => value)],
  )
  if (rowCount === 0) return
  await appendSectionChange(db, id, { sections: ['timeline'], requestId: null })
}

const sweptAtOnce = 5_000

/**
 * Adds the milestones that a crash has lost to the timelines of the submissions that follow an id, without publishing
 * them. Returns the last id that it has looked at; null after the last submission.
 */
export const restoreMilestones = async (
  pool: Pool,
  after: string | null,
): Promise<string | null> => {
  const { rows } = await pool.query<{ last: string | null; count: number }>(
    `WITH swept AS (
       SELECT id, approved, score, participant_count FROM submissions
       WHERE id > $1 ORDER BY id LIMIT ${sweptAtOnce}
     ), restored AS (
       INSERT INTO occurrences (submission_id, kind, at, details, key)
       SELECT swept.id, 'milestone', now(),
         jsonb_build_object('measure', measure, 'value', milestone), measure || ':' || milestone
       FROM swept
       CROSS JOIN LATERAL (
         VALUES ('score', score), ('participants', participant_count)
       ) AS numbers (measure, number)
       JOIN unnest($2::integer[]) AS milestones (milestone) ON milestone <= number
       WHERE approved AND NOT EXISTS (
         SELECT FROM occurrences AS known
         WHERE known.submission_id = swept.id AND known.kind = 'milestone'
           AND known.key = measure || ':' || milestone
       )
       ORDER BY swept.id, measure, milestone ON CONFLICT DO NOTHING
     )
     SELECT max(id) AS last, count(*) AS count FROM swept`,
    [after ?? '', milestones],
  )
  const { last, count } = onlyRow(rows)
  return count < sweptAtOnce ? null : last
}
