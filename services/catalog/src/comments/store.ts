import { type Comment, commentsPageSize } from '@answerable/contracts/comments'
import { type Db, onlyRow } from '@answerable/service-kit/db'

type CommentRow = { id: string; content: string; created_at: Date; username: string }

const commentOf = (row: CommentRow): Comment => ({
  id: row.id,
  content: row.content,
  createdAt: row.created_at.toISOString(),
  author: { username: row.username },
})

/**
 * One page, newest first. The pages before it are skipped in the index alone. Each limit is there for the
 * planner: it looks rows up one by one, also by a plan that was made while the tables were empty.
 */
export const commentsOfPage = async (
  db: Db,
  submissionId: string,
  page: number,
): Promise<Comment[]> => {
  const { rows } = await db.query<CommentRow>({
    name: 'comments-of-page',
    text: `SELECT listed.id, content, created_at, username
      FROM (
        SELECT id FROM comments WHERE submission_id = $1
        ORDER BY created_at DESC, id DESC LIMIT ${commentsPageSize} OFFSET $2
      ) AS listed
      CROSS JOIN LATERAL (SELECT * FROM comments WHERE id = listed.id LIMIT 1) AS comments
      CROSS JOIN LATERAL (SELECT username FROM authors WHERE id = author_id LIMIT 1) AS authors
      ORDER BY created_at DESC, listed.id DESC`,
    values: [submissionId, (page - 1) * commentsPageSize],
  })
  return rows.map(commentOf)
}

export const findComment = async (db: Db, id: string): Promise<Comment> => {
  const { rows } = await db.query<CommentRow>(
    `SELECT comments.id, content, created_at, username
     FROM comments JOIN authors ON authors.id = author_id WHERE comments.id = $1`,
    [id],
  )
  return commentOf(onlyRow(rows))
}

/** The submission of a comment, which a merge may have changed. */
export const findDiscussed = async (db: Db, id: string): Promise<string> => {
  const { rows } = await db.query<{ submission_id: string }>(
    'SELECT submission_id FROM comments WHERE id = $1',
    [id],
  )
  return onlyRow(rows).submission_id
}

export const insertComment = async (
  db: Db,
  comment: { id: string; submissionId: string; authorId: string; content: string },
): Promise<void> => {
  await db.query(
    'INSERT INTO comments (id, submission_id, author_id, content) VALUES ($1, $2, $3, $4)',
    [comment.id, comment.submissionId, comment.authorId, comment.content],
  )
}

/** Counts a new comment of a submission. */
export const countComment = async (db: Db, submissionId: string): Promise<void> => {
  await db.query(
    `UPDATE submissions SET comment_count = comment_count + 1, version = version + 1
     WHERE id = $1`,
    [submissionId],
  )
}
