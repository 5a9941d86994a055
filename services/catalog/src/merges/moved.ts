import { type Db, onlyRow } from '@answerable/service-kit/db'
import { slow } from './store.ts'

type Sides = { mergeId: string; fromId: string; intoId: string }

/** Moves all threads of a submission and returns the number of shown comments. */
export const moveComments = async (db: Db, { mergeId, fromId, intoId }: Sides): Promise<number> => {
  const { rows } = await db.query<{ shown: number }>({
    ...slow,
    text: `WITH moved AS (
        UPDATE comments SET submission_id = $3 WHERE submission_id = $2
        RETURNING id, parent_id, state
      ), recorded AS (
        INSERT INTO merged_comments (comment_id, merge_id)
        SELECT id, $1 FROM moved WHERE parent_id IS NULL
      )
      SELECT count(*) FILTER (WHERE state = 'shown') AS shown FROM moved`,
    values: [mergeId, fromId, intoId],
  })
  return onlyRow(rows).shown
}

/**
 * Moves the threads of a merge back, with the replies that were added since, and returns the number of shown
 * comments.
 */
export const returnComments = async (
  db: Db,
  { mergeId, fromId, intoId }: Sides,
): Promise<number> => {
  const { rows } = await db.query<{ shown: number }>({
    ...slow,
    text: `WITH threads AS (
        SELECT comment_id AS id FROM merged_comments WHERE merge_id = $1
      ), returned AS (
        UPDATE comments SET submission_id = $2 FROM (
          SELECT id FROM threads
          UNION SELECT replies.id FROM threads JOIN comments AS replies ON root_id = threads.id
        ) AS listed
        WHERE comments.id = listed.id AND submission_id = $3 RETURNING state
      )
      SELECT count(*) FILTER (WHERE state = 'shown') AS shown FROM returned`,
    values: [mergeId, fromId, intoId],
  })
  return onlyRow(rows).shown
}

/**
 * Moves the open flags of a submission, unless the person has flagged the other one. Those are closed by the merge.
 * Returns the changes of the numbers of open flags.
 */
export const moveFlags = async (
  db: Db,
  { mergeId, fromId, intoId }: Sides,
): Promise<{ from: number; into: number }> => {
  const { rows } = await db.query<{ moved: number; closed: number }>({
    ...slow,
    text: `WITH open AS (
        SELECT id, user_id, row_number() OVER (
          PARTITION BY coalesce(voter_id, user_id) ORDER BY created_at DESC, id DESC
        ) = 1 AND NOT EXISTS (
          SELECT FROM flags AS other LEFT JOIN voters AS reporter ON reporter.user_id = other.user_id
          WHERE other.submission_id = $3
            AND (other.user_id = flags.user_id OR reporter.voter_id = voters.voter_id)
        ) AS moves
        FROM flags LEFT JOIN voters USING (user_id)
        WHERE submission_id = $2 AND closed_at IS NULL AND NOT stays(user_id)
      ), moved AS (
        UPDATE flags SET submission_id = $3 FROM open WHERE flags.id = open.id AND moves
        RETURNING flags.id
      ), closed AS (
        UPDATE flags SET closed_at = now(), closed_by = $1 FROM open
        WHERE flags.id = open.id AND NOT moves RETURNING flags.id
      ), recorded AS (
        INSERT INTO merged_flags (flag_id, merge_id) SELECT id, $1 FROM moved
      )
      SELECT (SELECT count(*) FROM moved) AS moved, (SELECT count(*) FROM closed) AS closed`,
    values: [mergeId, fromId, intoId],
  })
  const { moved, closed } = onlyRow(rows)
  return { from: -moved - closed, into: moved }
}

/** Moves the flags of a merge back, open or closed, and opens those that the merge closed. */
export const returnFlags = async (
  db: Db,
  { mergeId, fromId, intoId }: Sides,
): Promise<{ from: number; into: number }> => {
  const { rows } = await db.query<{ returned: number; opened: number }>({
    ...slow,
    text: `WITH returned AS (
        UPDATE flags SET submission_id = $2 FROM merged_flags
        WHERE merge_id = $1 AND id = flag_id AND submission_id = $3 AND NOT stays(user_id)
        RETURNING closed_at
      ), opened AS (
        UPDATE flags SET closed_at = NULL, closed_by = NULL
        WHERE submission_id = $2 AND closed_by = $1 AND NOT stays(user_id) RETURNING id
      )
      SELECT (SELECT count(*) FROM returned WHERE closed_at IS NULL) AS returned,
        (SELECT count(*) FROM opened) AS opened`,
    values: [mergeId, fromId, intoId],
  })
  const { returned, opened } = onlyRow(rows)
  return { from: returned + opened, into: -returned }
}
