import {
  type Comment,
  type CommentSort,
  commentsPageSize,
  maxCommentsPage,
} from '@answerable/contracts/comments'
import type { Viewer } from '@answerable/contracts/sessions'
import { asOne, type Db, onlyRow } from '@answerable/service-kit/db'
import { commentOf, type ShownCommentRow, shownColumns, shownJoins } from './rows.ts'

/** Threads and replies of a page together, so that a long discussion takes hardly longer than a short one. */
const maxEntries = 75

/** The order of threads, with an index for each. */
const orders: Record<CommentSort, string> = {
  newest: 'comments.created_at DESC, comments.id DESC',
  oldest: 'comments.created_at, comments.id',
  helpful: 'comments.helpful_count DESC, comments.created_at DESC, comments.id DESC',
}

type Page = { submissionId: string; page: number; sort: CommentSort; viewer: Viewer | null }

/** One page of threads, each followed by its first replies. */
export const threadsOfPage = async (db: Db, page: Page): Promise<Comment[]> => {
  const roots = await rootsOfPage(db, page)
  const counts = repliesToShow(roots.map(({ replyCount }) => replyCount))
  const wanted = roots.flatMap(({ id }, at) => {
    const count = counts[at] ?? 0
    return count === 0 ? [] : [{ id, count }]
  })
  if (wanted.length === 0) return roots
  const replies = await firstReplies(db, wanted, page.viewer)
  return roots.flatMap((root) => [root, ...(replies.get(root.id) ?? [])])
}

/** The first comments of threads. The pages before are skipped in the index alone. */
const rootsOfPage = async (
  db: Db,
  { submissionId, page, sort, viewer }: Page,
): Promise<Comment[]> => {
  const { rows } = await db.query<ShownCommentRow>({
    name: `threads-${sort}-${viewer === null ? 'visitor' : 'member'}`,
    text: `SELECT ${shownColumns}
      FROM (
        SELECT id FROM comments WHERE submission_id = $1 AND parent_id IS NULL
        ORDER BY ${orders[sort]} LIMIT ${commentsPageSize} OFFSET $2
      ) AS listed
      CROSS JOIN LATERAL (SELECT * FROM comments WHERE id = listed.id LIMIT 1) AS comments
      ${shownJoins(viewer === null ? null : '$3')}
      ORDER BY ${orders[sort]}`,
    values: [submissionId, (page - 1) * commentsPageSize, ...(viewer === null ? [] : [viewer.id])],
  })
  return rows.map((row) => commentOf(row, viewer))
}

/**
 * How many replies of each thread a page shows, where the threads have these numbers of replies. Each thread gets all
 * or as many as the others get at most, the first ones one more if places are left.
 */
const repliesToShow = (replyCounts: readonly number[]): number[] => {
  const ascending = replyCounts.filter((count) => count > 0).toSorted((one, other) => one - other)
  let places = maxEntries - replyCounts.length
  for (const [at, count] of ascending.entries()) {
    const threads = ascending.length - at
    if (count * threads > places) {
      const share = Math.floor(places / threads)
      let left = places % threads
      return replyCounts.map((wanted) => {
        if (wanted <= share) return wanted
        left -= 1
        return left < 0 ? share : share + 1
      })
    }
    places -= count
  }
  return [...replyCounts]
}

/** The first replies of threads, oldest first, by the id of the thread's first comment. */
const firstReplies = async (
  db: Db,
  threads: readonly { id: string; count: number }[],
  viewer: Viewer | null,
): Promise<ReadonlyMap<string, Comment[]>> => {
  const { rows } = await db.query<ShownCommentRow & { root: string }>({
    name: `first-replies-${viewer === null ? 'visitor' : 'member'}`,
    text: `SELECT threads.id AS root, ${shownColumns}
      FROM unnest(${asOne('$1::uuid[]')}, ${asOne('$2::integer[]')}) AS threads (id, replies)
      CROSS JOIN LATERAL (
        SELECT * FROM comments WHERE root_id = threads.id ORDER BY created_at, id
        LIMIT threads.replies
      ) AS comments
      ${shownJoins(viewer === null ? null : '$3')}
      ORDER BY comments.created_at, comments.id`,
    values: [
      threads.map(({ id }) => id),
      threads.map(({ count }) => count),
      ...(viewer === null ? [] : [viewer.id]),
    ],
  })
  const replies = new Map<string, Comment[]>(threads.map(({ id }) => [id, []]))
  for (const row of rows) replies.get(row.root)?.push(commentOf(row, viewer))
  return replies
}

/** One page of all replies of a thread, oldest first. */
export const repliesOfPage = async (
  db: Db,
  { rootId, page, viewer }: { rootId: string; page: number; viewer: Viewer | null },
): Promise<Comment[]> => {
  const { rows } = await db.query<ShownCommentRow>({
    name: `replies-of-page-${viewer === null ? 'visitor' : 'member'}`,
    text: `SELECT ${shownColumns}
      FROM (
        SELECT id FROM comments WHERE root_id = $1
        ORDER BY created_at, id LIMIT ${commentsPageSize} OFFSET $2
      ) AS listed
      CROSS JOIN LATERAL (SELECT * FROM comments WHERE id = listed.id LIMIT 1) AS comments
      ${shownJoins(viewer === null ? null : '$3')}
      ORDER BY comments.created_at, comments.id`,
    values: [rootId, (page - 1) * commentsPageSize, ...(viewer === null ? [] : [viewer.id])],
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
  { id, rootId }: { id: string; rootId: string | null },
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
  return { page: pageAt(threads), replyPage: rootId === null ? null : pageAt(replies) }
}

/** The page that has the entry after this many others. */
const pageAt = (before: number): number =>
  Math.min(Math.floor(before / commentsPageSize) + 1, maxCommentsPage)
