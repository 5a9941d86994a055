import type { Comment, CommentState } from '@answerable/contracts/comments'
import type { ReasonCode } from '@answerable/contracts/decisions'
import type { Viewer } from '@answerable/contracts/sessions'

/** A row of `comments`. */
export type CommentRow = {
  id: string
  submission_id: string
  /** Null for a deleted comment. */
  author_id: string | null
  content: string
  created_at: Date
  parent_id: string | null
  root_id: string | null
  state: CommentState
  reason_code: ReasonCode | null
  edited_at: Date | null
  version: number
  text_version: number
  helpful_count: number
  reply_count: number
}

/** A comment with its author's name and the viewer's own mark. */
export type ShownCommentRow = CommentRow & { username: string | null; own_helpful: boolean }

/**
 * The joins of `ShownCommentRow`. The limits are there for the planner: it looks rows up one by one, also by a plan
 * that was made while the tables were empty. `viewer` is a parameter with the id of the viewer or null.
 */
export const shownColumns = 'comments.*, username, own_helpful'
export const shownJoins = (viewer: string): string => `
  LEFT JOIN LATERAL (SELECT username FROM authors WHERE id = comments.author_id LIMIT 1)
    AS authors ON true
  CROSS JOIN LATERAL (
    SELECT ${viewer}::uuid IS NOT NULL AND EXISTS (
      SELECT FROM helpful_marks WHERE comment_id = comments.id AND user_id = ${viewer}
    ) AS own_helpful
  ) AS marks`

export const commentOf = (row: ShownCommentRow, viewer: Viewer | null): Comment => ({
  id: row.id,
  content: row.state === 'shown' ? row.content : '',
  createdAt: row.created_at.toISOString(),
  author: showsAuthor(row, viewer) && row.username !== null ? { username: row.username } : null,
  parentId: row.parent_id,
  editedAt: row.edited_at?.toISOString() ?? null,
  state: row.state,
  reasonCode: row.reason_code,
  helpful: row.helpful_count,
  ownHelpful: viewer === null ? null : row.own_helpful,
  replyCount: row.reply_count,
  version: row.version,
})

const showsAuthor = ({ state, author_id }: CommentRow, viewer: Viewer | null): boolean =>
  state === 'shown' ||
  (state === 'removed' && viewer !== null && (viewer.id === author_id || viewer.role === 'admin'))
