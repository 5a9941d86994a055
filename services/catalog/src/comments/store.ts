import { type Comment, commentListLimit } from '@answerable/contracts/comments'
import { type Db, onlyRow } from '@answerable/service-kit/db'
import type { SubmissionRow } from '../submissions/rows.ts'

type CommentRow = { id: string; content: string; created_at: Date; username: string }

const commentOf = (row: CommentRow): Comment => ({
  id: row.id,
  content: row.content,
  createdAt: row.created_at.toISOString(),
  author: { username: row.username },
})

const commentsWithAuthors = `
  SELECT comments.id, content, created_at, username
  FROM comments JOIN authors ON authors.id = author_id`

/** Newest first, at most `commentListLimit`. */
export const newestComments = async (db: Db, submissionId: string): Promise<Comment[]> => {
  const { rows } = await db.query<CommentRow>({
    name: 'newest-comments',
    text: `${commentsWithAuthors} WHERE submission_id = $1
      ORDER BY created_at DESC, comments.id DESC LIMIT ${commentListLimit}`,
    values: [submissionId],
  })
  return rows.map(commentOf)
}

export const findComment = async (db: Db, id: string): Promise<Comment> => {
  const { rows } = await db.query<CommentRow>(`${commentsWithAuthors} WHERE comments.id = $1`, [id])
  return commentOf(onlyRow(rows))
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
export const countComment = async (db: Db, submissionId: string): Promise<SubmissionRow> => {
  const { rows } = await db.query<SubmissionRow>(
    `UPDATE submissions SET comment_count = comment_count + 1, version = version + 1
     WHERE id = $1 RETURNING *`,
    [submissionId],
  )
  return onlyRow(rows)
}
