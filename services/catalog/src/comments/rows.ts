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
  flag_count: number
  decided_version: number
}

/** A comment as it is shown, with its author's name and the viewer's own mark. */
export type ShownCommentRow = Omit<Comment, 'author' | 'helpful' | 'ownHelpful'> & {
  author_id: string | null
  username: string | null
  helpful_count: number
  own_helpful: boolean
}

/** As the contract says times. Parsing them takes several times as long. */
const time = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The columns of `ShownCommentRow`. */
export const shownColumns = `comments.id, comments.author_id, username, content,
  ${time('comments.created_at')} AS "createdAt", parent_id AS "parentId",
  ${time('comments.edited_at')} AS "editedAt", state, reason_code AS "reasonCode", helpful_count, own_helpful,
  reply_count AS "replyCount", comments.version`

/**
 * The joins of `shownColumns`. The limit is there for the planner: it looks rows up one by one, also by a plan that was
 * made while the tables were empty. `viewer` is a parameter with the id of the viewer, or null for visitors.
 */
export const shownJoins = (viewer: string | null): string => `
  LEFT JOIN LATERAL (SELECT username FROM authors WHERE authors.id = comments.author_id LIMIT 1)
    AS authors ON true
  CROSS JOIN LATERAL (SELECT ${
    viewer === null
      ? 'false'
      : `EXISTS (SELECT FROM helpful_marks WHERE comment_id = comments.id AND user_id = ${viewer})`
  } AS own_helpful) AS marks`

export const commentOf = (row: ShownCommentRow, viewer: Viewer | null): Comment => ({
  id: row.id,
  content: row.state === 'shown' ? row.content : '',
  createdAt: row.createdAt,
  author: showsAuthor(row, viewer) && row.username !== null ? { username: row.username } : null,
  parentId: row.parentId,
  editedAt: row.editedAt,
  state: row.state,
  reasonCode: row.reasonCode,
  helpful: row.helpful_count,
  ownHelpful: viewer === null ? null : row.own_helpful,
  replyCount: row.replyCount,
  version: row.version,
})

const showsAuthor = (
  { state, author_id }: Pick<CommentRow, 'state' | 'author_id'>,
  viewer: Viewer | null,
): boolean =>
  state === 'shown' ||
  (state === 'removed' && viewer !== null && (viewer.id === author_id || viewer.role === 'admin'))
