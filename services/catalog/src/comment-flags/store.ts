import type { FlagReason } from '@answerable/contracts/flags'
import type { Db } from '@answerable/service-kit/db'
import type { CommentRow } from '../comments/rows.ts'

/**
 * Stores and counts a flag of a locked comment with the current text; false if this user, or another account of the
 * same mailbox, has flagged the comment before.
 */
export const insertFlag = async (
  db: Db,
  comment: Pick<CommentRow, 'id' | 'content'>,
  flag: { userId: string; reasonCode?: FlagReason | undefined; reason: string },
): Promise<boolean> => {
  const { rowCount } = await db.query(
    `WITH added AS (
       INSERT INTO comment_flags (comment_id, user_id, reason_code, reason, flagged_text)
       SELECT $1, $2, $3, $4, $5 WHERE NOT EXISTS (
         SELECT FROM voters JOIN voters AS alias USING (voter_id)
         JOIN comment_flags AS flags ON flags.user_id = alias.user_id AND flags.comment_id = $1
         WHERE voters.user_id = $2
       )
       ON CONFLICT ON CONSTRAINT one_flag_per_user_and_comment DO NOTHING RETURNING comment_id
     )
     UPDATE comments SET flag_count = flag_count + 1 FROM added WHERE id = comment_id`,
    [comment.id, flag.userId, flag.reasonCode ?? null, flag.reason, comment.content],
  )
  return rowCount === 1
}

/** Closes the open flags of a locked comment and returns their reporters. */
export const closeFlags = async (
  db: Db,
  commentId: string,
  decisionId: string,
): Promise<string[]> => {
  const { rows } = await db.query<{ user_id: string }>(
    `UPDATE comment_flags SET closed_at = now(), closed_by = $2
     WHERE comment_id = $1 AND closed_at IS NULL RETURNING user_id`,
    [commentId, decisionId],
  )
  await db.query('UPDATE comments SET flag_count = 0 WHERE id = $1', [commentId])
  return rows.map(({ user_id }) => user_id)
}

/** The reporters of the open flags. */
export const findReporters = async (db: Db, commentId: string): Promise<string[]> => {
  const { rows } = await db.query<{ user_id: string }>(
    'SELECT user_id FROM comment_flags WHERE comment_id = $1 AND closed_at IS NULL',
    [commentId],
  )
  return rows.map(({ user_id }) => user_id)
}

const batchSize = 200

/** Deletes some of the flags of an account and returns how many. */
export const deleteFlagsOf = async (db: Db, userId: string): Promise<number> => {
  // In id order, which prevents deadlocks.
  const { rows } = await db.query<{ id: string }>(
    `SELECT id FROM comments WHERE id IN (
       SELECT comment_id FROM comment_flags WHERE user_id = $1 ORDER BY 1 LIMIT ${batchSize}
     ) ORDER BY id FOR NO KEY UPDATE`,
    [userId],
  )
  const ids = rows.map(({ id }) => id)
  await db.query(
    `WITH unflagged AS (
       DELETE FROM comment_flags WHERE user_id = $1 AND comment_id = ANY ($2)
       RETURNING comment_id, closed_at IS NULL AS is_open
     )
     UPDATE comments SET flag_count = flag_count - 1 FROM unflagged
     WHERE id = comment_id AND is_open`,
    [userId, ids],
  )
  return ids.length
}
