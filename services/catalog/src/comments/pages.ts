import {
  type Comment,
  type CommentSort,
  commentsPageSize,
  maxCommentsPage,
} from '@answerable/contracts/comments'
import type { Viewer } from '@answerable/contracts/sessions'
import { type Db, onlyRow } from '@answerable/service-kit/db'
import {
  type CommentRow,
  commentOf,
  type ShownCommentRow,
  shownColumns,
  shownJoins,
} from './rows.ts'

/** The replies of all threads of a page, so that a long discussion takes hardly longer than a short one. */
const maxRepliesOfPage = 50

/** The order of threads, with an index for each. */
const orders: Record<CommentSort, string> = {
  newest: 'created_at DESC, id DESC',
  oldest: 'created_at, id',
  helpful: 'helpful_count DESC, created_at DESC, id DESC',
}

type Page = { submissionId: string; page: number; sort: CommentSort; viewer: Viewer | null }

/**
 * One page of threads, each followed by its first replies. The pages before it are skipped in the index alone. The
 * threads share `maxRepliesOfPage`: each gets all its replies or as many as the others may have at most.
 */
export const threadsOfPage = async (
  db: Db,
  { submissionId, page, sort, viewer }: Page,
): Promise<Comment[]> => {
  const { rows } = await db.query<ShownCommentRow>({
    name: `threads-${sort}`,
    text: `WITH roots AS MATERIALIZED (
        SELECT comments.*, row_number() OVER (ORDER BY ${orders[sort]}) AS place
        FROM (
          SELECT id FROM comments WHERE submission_id = $1 AND parent_id IS NULL
          ORDER BY ${orders[sort]} LIMIT ${commentsPageSize} OFFSET $2
        ) AS listed (listed_id)
        CROSS JOIN LATERAL (
          SELECT * FROM comments WHERE comments.id = listed_id LIMIT 1
        ) AS comments
      ), shares AS (
        SELECT reply_count, count(*) OVER longer AS threads,
          ${maxRepliesOfPage} - coalesce(sum(reply_count) OVER shorter, 0) AS places
        FROM roots WHERE reply_count > 0
        WINDOW shorter AS (
          ORDER BY reply_count, id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
        ), longer AS (ORDER BY reply_count, id ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING)
      ), share AS MATERIALIZED (
        SELECT coalesce(
          max(places / threads) FILTER (WHERE reply_count * threads > places), ${maxRepliesOfPage}
        )::bigint AS replies FROM shares
      ), page AS (
        SELECT roots.*, 0 AS level FROM roots
        UNION ALL
        SELECT replies.*, place, 1 FROM roots CROSS JOIN LATERAL (
          SELECT * FROM comments WHERE comments.root_id = roots.id
          ORDER BY created_at, id LIMIT (SELECT replies FROM share)
        ) AS replies WHERE roots.reply_count > 0
      )
      SELECT ${shownColumns} FROM page AS comments ${shownJoins('$3')}
      ORDER BY place, level, created_at, id`,
    values: [submissionId, (page - 1) * commentsPageSize, viewer?.id ?? null],
  })
  return rows.map((row) => commentOf(row, viewer))
}

/** One page of all replies of a thread, oldest first. */
export const repliesOfPage = async (
  db: Db,
  { rootId, page, viewer }: { rootId: string; page: number; viewer: Viewer | null },
): Promise<Comment[]> => {
  const { rows } = await db.query<ShownCommentRow>({
    name: 'replies-of-page',
    text: `SELECT ${shownColumns}
      FROM (
        SELECT id FROM comments WHERE root_id = $1
        ORDER BY created_at, id LIMIT ${commentsPageSize} OFFSET $2
      ) AS listed
      CROSS JOIN LATERAL (SELECT * FROM comments WHERE id = listed.id LIMIT 1) AS comments
      ${shownJoins('$3')}
      ORDER BY created_at, comments.id`,
    values: [rootId, (page - 1) * commentsPageSize, viewer?.id ?? null],
  })
  return rows.map((row) => commentOf(row, viewer))
}

const isBefore: Record<CommentSort, string> = {
  newest: '(other.created_at, other.id) > (root.created_at, root.id)',
  oldest: '(other.created_at, other.id) < (root.created_at, root.id)',
  helpful: `(other.helpful_count, other.created_at, other.id)
    > (root.helpful_count, root.created_at, root.id)`,
}

/** The page of the thread that a comment belongs to, and the page of its replies that has the comment. */
export const pagesOf = async (
  db: Db,
  { id, root_id }: CommentRow,
  sort: CommentSort,
): Promise<{ page: number; replyPage: number | null }> => {
  const { rows } = await db.query<{ threads: number; replies: number }>(
    `SELECT (
        SELECT count(*) FROM comments AS root JOIN comments AS other USING (submission_id)
        WHERE root.id = coalesce(comment.root_id, comment.id) AND other.parent_id IS NULL
          AND ${isBefore[sort]}
      ) AS threads, (
        SELECT count(*) FROM comments AS other WHERE other.root_id = comment.root_id
          AND (other.created_at, other.id) < (comment.created_at, comment.id)
      ) AS replies
     FROM comments AS comment WHERE id = $1`,
    [id],
  )
  const { threads, replies } = onlyRow(rows)
  return { page: pageAt(threads), replyPage: root_id === null ? null : pageAt(replies) }
}

/** The page that has the entry after this many others. */
const pageAt = (before: number): number =>
  Math.min(Math.floor(before / commentsPageSize) + 1, maxCommentsPage)
