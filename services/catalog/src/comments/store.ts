import type { Comment } from '@answerable/contracts/comments'
import type { Viewer } from '@answerable/contracts/sessions'
import type { Db } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import { staysUnvoted } from '../submission-versions/rules.ts'
import type { SubmissionRow } from '../submissions/rows.ts'
import { isVisibleTo } from '../submissions/rules.ts'
import { lockSubmission } from '../submissions/store.ts'
import {
  type CommentRow,
  commentOf,
  type ShownCommentRow,
  shownColumns,
  shownJoins,
} from './rows.ts'

/** What a list of comments needs of a submission. */
export type Discussion = {
  approved: boolean
  authorId: string | null
  threadCount: number
}

/** The discussion of a submission, removed or not; null if there is no such submission. */
export const findDiscussion = async (db: Db, submissionId: string): Promise<Discussion | null> => {
  const { rows } = await db.query<Discussion>({
    name: 'find-discussion',
    text: `SELECT approved, author_id AS "authorId",
        coalesce(thread_count, comment_count) AS "threadCount"
      FROM submissions LEFT JOIN discussions ON discussions.submission_id = submissions.id
      WHERE submissions.id = $1`,
    values: [submissionId],
  })
  return rows[0] ?? null
}

/** A comment with its place. */
export type PlacedCommentRow = ShownCommentRow & { submissionId: string; rootId: string | null }

/** A comment that the viewer may read. Throws `comment_not_found` for others. */
export const findVisibleComment = async (
  db: Db,
  id: string,
  viewer: Viewer | null,
): Promise<PlacedCommentRow> => {
  const { rows } = await db.query<
    PlacedCommentRow & { approved: boolean; authorId: string | null }
  >(
    `SELECT ${shownColumns}, submission_id AS "submissionId", root_id AS "rootId", approved,
       submissions.author_id AS "authorId"
     FROM comments JOIN submissions ON submissions.id = submission_id
     ${shownJoins(viewer === null ? null : '$2')}
     WHERE comments.id = $1`,
    viewer === null ? [id] : [id, viewer.id],
  )
  const [row] = rows
  if (row === undefined || !isVisibleTo(row, viewer)) throw new AppError('comment_not_found')
  return row
}

/** A comment as the viewer sees it. Throws `comment_not_found` if it was deleted. */
export const findComment = async (db: Db, id: string, viewer: Viewer): Promise<Comment> => {
  const { rows } = await db.query<ShownCommentRow>(
    `SELECT ${shownColumns} FROM comments ${shownJoins('$2')} WHERE comments.id = $1`,
    [id, viewer.id],
  )
  const [row] = rows
  if (row === undefined) throw new AppError('comment_not_found')
  return commentOf(row, viewer)
}

/** The submission of a comment, which a merge may have changed. Throws `comment_not_found` if it was deleted. */
export const findDiscussed = async (db: Db, id: string): Promise<string> => {
  const { rows } = await db.query<{ submission_id: string }>(
    'SELECT submission_id FROM comments WHERE id = $1',
    [id],
  )
  const [row] = rows
  if (row === undefined) throw new AppError('comment_not_found')
  return row.submission_id
}

const maxMoves = 3

/**
 * Locks a comment with its submission until the transaction ends. All writes of comments except marks hold the lock
 * of the submission. Throws `comment_not_found` unless both exist.
 */
export const lockComment = async (
  db: Db,
  id: string,
): Promise<{ comment: CommentRow; submission: SubmissionRow }> => {
  for (let move = 0; move < maxMoves; move += 1) {
    const submission = await lockSubmission(db, await findDiscussed(db, id))
    const { rows } = await db.query<CommentRow>('SELECT * FROM comments WHERE id = $1 FOR UPDATE', [
      id,
    ])
    const [comment] = rows
    if (comment === undefined || submission === null) throw new AppError('comment_not_found')
    // Otherwise, a merge has moved it in the meantime.
    if (comment.submission_id === submission.id) return { comment, submission }
  }
  throw new AppError('unavailable', { retryAfterSeconds: 1 })
}

/** The same for a comment of a public submission. */
export const lockPublicComment = async (
  db: Db,
  id: string,
): Promise<{ comment: CommentRow; submission: SubmissionRow }> => {
  const locked = await lockComment(db, id)
  if (!locked.submission.approved) throw new AppError('comment_not_found')
  return locked
}

/** The comment of a locked submission that a new one replies to. Throws if there is none or it is not shown. */
export const findParent = async (
  db: Db,
  submissionId: string,
  parentId: string,
): Promise<CommentRow> => {
  const { rows } = await db.query<CommentRow>(
    'SELECT * FROM comments WHERE id = $1 AND submission_id = $2',
    [parentId, submissionId],
  )
  const [parent] = rows
  if (parent === undefined) throw new AppError('comment_not_found')
  if (parent.state !== 'shown') throw new AppError('comment_closed')
  return parent
}

/** A reply is newer than the comment that it replies to, also if the clock was set back. */
export const insertComment = async (
  db: Db,
  comment: {
    id: string
    submissionId: string
    authorId: string
    content: string
    parent: CommentRow | null
  },
): Promise<void> => {
  const { parent } = comment
  await db.query(
    `INSERT INTO comments (id, submission_id, author_id, content, parent_id, root_id, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, greatest(now(), (
       SELECT created_at + interval '1 microsecond' FROM comments WHERE id = $5
     )))`,
    [
      comment.id,
      comment.submissionId,
      comment.authorId,
      comment.content,
      parent?.id ?? null,
      parent === null ? null : (parent.root_id ?? parent.id),
    ],
  )
}

/** Changes the number of shown comments of a submission. */
export const countComments = async (
  db: Db,
  submissionId: string,
  change: number,
): Promise<void> => {
  await db.query(
    `UPDATE submissions SET comment_count = comment_count + $2, version = version + 1,
       ${staysUnvoted}
     WHERE id = $1`,
    [submissionId, change],
  )
}

/** Changes the text of a comment. `keepsVersion`: the former text stays readable. */
export const updateText = async (
  db: Db,
  id: string,
  { content, keepsVersion }: { content: string; keepsVersion: boolean },
): Promise<void> => {
  if (keepsVersion) {
    await db.query(
      `INSERT INTO comment_versions (comment_id, number, content, written_at)
       SELECT id, 1 + (SELECT count(*) FROM comment_versions WHERE comment_id = $1), content,
         coalesce(edited_at, created_at)
       FROM comments WHERE id = $1`,
      [id],
    )
  }
  await db.query(
    `UPDATE comments SET content = $2, edited_at = CASE WHEN $3 THEN now() ELSE edited_at END,
       version = version + 1, text_version = version + 1
     WHERE id = $1`,
    [id, content, keepsVersion],
  )
}
