import type { ReasonCode } from '@answerable/contracts/decisions'
import type { CommentChange } from '@answerable/contracts/events'
import { commentChanged } from '@answerable/contracts/events'
import type { Db } from '@answerable/service-kit/db'
import { appendChange } from '../submissions/store.ts'
import { countComments } from './store.ts'

/** Publishes the state of a comment. Call it in the transaction that changes the comment. */
export const appendCommentChange = async (
  db: Db,
  id: string,
  { cause, requestId }: { cause: CommentChange['cause']; requestId: string | null },
): Promise<void> => {
  await db.query(
    `INSERT INTO outbox (subject, payload, request_id)
     SELECT $2, comment_changed(comments, $3), $4 FROM comments WHERE id = $1`,
    [id, commentChanged.subject, cause, requestId],
  )
}

/** Deletes comments of locked submissions and publishes it. Their numbers of comments are the caller's to change. */
export const deleteComments = async (
  db: Db,
  ids: readonly string[],
  { requestId }: { requestId: string | null },
): Promise<void> => {
  await db.query(
    `INSERT INTO outbox (subject, payload, request_id)
     SELECT $2, payload, $3 FROM delete_comments($1) AS payload`,
    [ids, commentChanged.subject, requestId],
  )
}

type Locked = { id: string; submission_id: string }

/** Removes a shown comment by decision of an administrator. Lock it with `lockComment` before. */
export const removeComment = async (
  db: Db,
  comment: Locked,
  { reasonCode, requestId }: { reasonCode: ReasonCode | null; requestId: string },
): Promise<void> => {
  await db.query(
    `UPDATE comments SET state = 'removed', reason_code = $2, version = version + 1,
       text_version = version + 1
     WHERE id = $1`,
    [comment.id, reasonCode],
  )
  await publishDecided(db, comment, { cause: 'removed', requestId })
}

/** Shows a removed comment again. Lock it with `lockComment` before. */
export const restoreComment = async (
  db: Db,
  comment: Locked,
  { requestId }: { requestId: string },
): Promise<void> => {
  await db.query(
    `UPDATE comments SET state = 'shown', reason_code = NULL, version = version + 1,
       text_version = version + 1
     WHERE id = $1`,
    [comment.id],
  )
  await publishDecided(db, comment, { cause: 'restored', requestId })
}

const publishDecided = async (
  db: Db,
  { id, submission_id }: Locked,
  { cause, requestId }: { cause: 'removed' | 'restored'; requestId: string },
): Promise<void> => {
  await countComments(db, submission_id, cause === 'removed' ? -1 : 1)
  await appendCommentChange(db, id, { cause, requestId })
  await appendChange(db, submission_id, { cause: 'numbers', requestId })
}
