import type { Viewer } from '@answerable/contracts/sessions'
import type { Db } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import { refuseSuspended } from '../authors/store.ts'
import { storeVoter } from '../votes/voters.ts'
import { readMarks } from './read-marks.ts'
import type { CommentRow } from './rows.ts'

const commentMarks = { marks: 'helpful_marks', subjectId: 'comment_id' } as const

/** Marks a comment as helpful; false if the viewer has marked it before. */
export const insertMark = async (db: Db, id: string, viewer: Viewer): Promise<boolean> => {
  await storeVoter(db, viewer)
  const comment = await lockMarked(db, id)
  await refuseSuspended(db, viewer.id)
  const { isOwn, isMarked, isMarkedByAlias } = await readMarks(db, commentMarks, {
    ...comment,
    viewerId: viewer.id,
  })
  if (isOwn) throw new AppError('own_comment')
  if (isMarked) return false
  if (isMarkedByAlias) throw new AppError('already_helpful')
  await db.query('INSERT INTO helpful_marks (comment_id, user_id) VALUES ($1, $2)', [id, viewer.id])
  await countMark(db, id, 1)
  return true
}

/** Withdraws a mark; false if there is none. */
export const deleteMark = async (db: Db, id: string, viewer: Viewer): Promise<boolean> => {
  await lockMarked(db, id)
  await refuseSuspended(db, viewer.id)
  const { rowCount } = await db.query(
    'DELETE FROM helpful_marks WHERE comment_id = $1 AND user_id = $2',
    [id, viewer.id],
  )
  if (rowCount === 0) return false
  await countMark(db, id, -1)
  return true
}

/** Locks the comment alone, so that marks do not wait for other comments. */
const lockMarked = async (db: Db, id: string): Promise<CommentRow> => {
  const { rows } = await db.query<CommentRow & { approved: boolean }>(
    `SELECT comments.*, approved FROM comments JOIN submissions ON submissions.id = submission_id
     WHERE comments.id = $1 FOR NO KEY UPDATE OF comments`,
    [id],
  )
  const [comment] = rows
  if (comment?.approved !== true) throw new AppError('comment_not_found')
  if (comment.state !== 'shown') throw new AppError('comment_closed')
  return comment
}

const countMark = async (db: Db, id: string, change: 1 | -1): Promise<void> => {
  await db.query(
    `UPDATE comments SET helpful_count = helpful_count + $2, version = version + 1 WHERE id = $1`,
    [id, change],
  )
}
