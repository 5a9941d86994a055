import type {
  AdminComment,
  applyCommentDecision,
  FlaggedComment,
  LoggedComment,
} from '@answerable/contracts/comment-decisions'
import type { CommentState } from '@answerable/contracts/comments'
import { reviewFlagLimit } from '@answerable/contracts/review'
import type { RouteResponse } from '@answerable/contracts/route'
import type { Category } from '@answerable/contracts/submissions'
import type { Db } from '@answerable/service-kit/db'
import { readCommentFlags } from '../flags/reports.ts'

type Row = {
  id: string
  submission_id: string
  target_name: string
  category: Category | null
  content: string
  created_at: Date
  edited_at: Date | null
  author_id: string | null
  username: string | null
  parent_id: string | null
  state: CommentState
  flag_count: number
  version: number
}

const columns = `comments.id, submission_id, target_name, category, content, comments.created_at,
  comments.edited_at, comments.author_id, username, parent_id, state, comments.flag_count,
  comments.version`

const adminCommentOf = (row: Row): AdminComment => ({
  id: row.id,
  submission: { id: row.submission_id, targetName: row.target_name, category: row.category },
  content: row.content,
  createdAt: row.created_at.toISOString(),
  editedAt: row.edited_at?.toISOString() ?? null,
  authorId: row.author_id,
  author: row.username === null ? null : { username: row.username },
  parentId: row.parent_id,
  state: row.state,
  flagCount: row.flag_count,
  version: row.version,
})

/** Comments in any state as administrators see them, by id. */
export const findAdminComments = async (
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AdminComment>> => {
  const { rows } = await db.query<Row>(
    `SELECT ${columns} FROM comments JOIN submissions ON submissions.id = submission_id
     LEFT JOIN authors ON authors.id = comments.author_id WHERE comments.id = ANY ($1)`,
    [ids],
  )
  return new Map(rows.map((row) => [row.id, adminCommentOf(row)]))
}

/** One comment with its flags, open and closed, newest first; null if there is none. */
export const readReviewedComment = async (db: Db, id: string): Promise<FlaggedComment | null> => {
  const comment = (await findAdminComments(db, [id])).get(id)
  if (comment === undefined) return null
  const flags = await readCommentFlags(db, { ids: [id], state: 'any', limit: reviewFlagLimit })
  return { ...comment, flags: flags.get(id) ?? [] }
}

type Applied = Omit<RouteResponse<typeof applyCommentDecision>, 'comment'> & { commentId: string }

/** The result of an applied decision; null if it was not applied. */
export const findApplied = async (db: Db, decisionId: string): Promise<Applied | null> => {
  const { rows } = await db.query<Applied>(
    `SELECT comment_id AS "commentId", submission_id AS "submissionId", category, before, after
     FROM applied_comment_decisions WHERE decision_id = $1`,
    [decisionId],
  )
  return rows[0] ?? null
}

export const insertApplied = async (
  db: Db,
  decisionId: string,
  { commentId, submissionId, category, before, after }: Applied,
): Promise<void> => {
  await db.query(
    `INSERT INTO applied_comment_decisions
       (decision_id, comment_id, submission_id, category, before, after)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [decisionId, commentId, submissionId, category, JSON.stringify(before), JSON.stringify(after)],
  )
}

/** Writes a new version of a locked comment as that of a decision. A removal may have a new reason. */
export const markDecided = async (
  db: Db,
  commentId: string,
  reasonCode: string | null,
): Promise<void> => {
  await db.query(
    `UPDATE comments SET version = version + 1, decided_version = version + 1,
       reason_code = CASE WHEN state = 'removed' THEN coalesce($2, reason_code) END
     WHERE id = $1`,
    [commentId, reasonCode],
  )
}

/** The state of a locked comment for the log. */
export const readLogged = async (db: Db, commentId: string): Promise<LoggedComment | null> => {
  const { rows } = await db.query<LoggedComment>(
    'SELECT state, flag_count AS "flagCount", version FROM comments WHERE id = $1',
    [commentId],
  )
  return rows[0] ?? null
}
