import type { FlagReason } from '@answerable/contracts/flags'
import type { Db } from '@answerable/service-kit/db'

/** The tables of what can be flagged, and of its flags. */
export type Flagged = {
  subjects: 'comments' | 'alternatives'
  flags: 'comment_flags' | 'alternative_flags'
  /** Column of the flags with the id of the subject. */
  subjectId: 'comment_id' | 'alternative_id'
}

export const comments: Flagged = {
  subjects: 'comments',
  flags: 'comment_flags',
  subjectId: 'comment_id',
}

/**
 * Stores and counts a flag of a locked subject with its current text; false if this user, or another account of the
 * same mailbox, has flagged it before.
 */
export const insertFlag = async (
  db: Db,
  { subjects, flags, subjectId }: Flagged,
  flag: {
    id: string
    text: string
    userId: string
    reasonCode?: FlagReason | undefined
    reason: string
  },
): Promise<boolean> => {
  const { rowCount } = await db.query(
    `WITH added AS (
       INSERT INTO ${flags} (${subjectId}, user_id, reason_code, reason, flagged_text)
       SELECT $1, $2, $3, $4, $5 WHERE NOT EXISTS (
         SELECT FROM voters JOIN voters AS alias USING (voter_id)
         JOIN ${flags} AS flags ON flags.user_id = alias.user_id AND flags.${subjectId} = $1
         WHERE voters.user_id = $2
       )
       ON CONFLICT (${subjectId}, user_id) DO NOTHING RETURNING ${subjectId}
     )
     UPDATE ${subjects} SET flag_count = flag_count + 1 FROM added WHERE id = ${subjectId}`,
    [flag.id, flag.userId, flag.reasonCode ?? null, flag.reason, flag.text],
  )
  return rowCount === 1
}

/** Closes the open flags of a locked subject and returns their reporters. */
export const closeFlags = async (
  db: Db,
  { subjects, flags, subjectId }: Flagged,
  { id, decisionId }: { id: string; decisionId: string },
): Promise<string[]> => {
  const { rows } = await db.query<{ user_id: string }>(
    `UPDATE ${flags} SET closed_at = now(), closed_by = $2
     WHERE ${subjectId} = $1 AND closed_at IS NULL RETURNING user_id`,
    [id, decisionId],
  )
  await db.query(`UPDATE ${subjects} SET flag_count = 0 WHERE id = $1`, [id])
  return rows.map(({ user_id }) => user_id)
}

/** The reporters of the open flags. */
export const findReporters = async (
  db: Db,
  { flags, subjectId }: Flagged,
  id: string,
): Promise<string[]> => {
  const { rows } = await db.query<{ user_id: string }>(
    `SELECT user_id FROM ${flags} WHERE ${subjectId} = $1 AND closed_at IS NULL`,
    [id],
  )
  return rows.map(({ user_id }) => user_id)
}

const batchSize = 200

/** Deletes some of the flags of an account and returns how many. */
export const deleteFlagsOf = async (
  db: Db,
  { subjects, flags, subjectId }: Flagged,
  userId: string,
): Promise<number> => {
  // In id order, which prevents deadlocks.
  const { rows } = await db.query<{ id: string }>(
    `SELECT id FROM ${subjects} WHERE id IN (
       SELECT ${subjectId} FROM ${flags} WHERE user_id = $1 ORDER BY 1 LIMIT ${batchSize}
     ) ORDER BY id FOR NO KEY UPDATE`,
    [userId],
  )
  const ids = rows.map(({ id }) => id)
  await db.query(
    `WITH unflagged AS (
       DELETE FROM ${flags} WHERE user_id = $1 AND ${subjectId} = ANY ($2)
       RETURNING ${subjectId}, closed_at IS NULL AS is_open
     )
     UPDATE ${subjects} SET flag_count = flag_count - 1 FROM unflagged
     WHERE id = ${subjectId} AND is_open`,
    [userId, ids],
  )
  return ids.length
}
