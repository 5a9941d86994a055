import { type CommentVersion, versionsPageSize } from '@answerable/contracts/comment-versions'
import { type Db, onlyRow } from '@answerable/service-kit/db'
import type { ShownCommentRow } from './rows.ts'

/** The number of texts of a comment, with the current one. */
export const countVersions = async (db: Db, id: string): Promise<number> => {
  const { rows } = await db.query<{ count: number }>(
    'SELECT 1 + count(*) AS count FROM comment_versions WHERE comment_id = $1',
    [id],
  )
  return onlyRow(rows).count
}

/** One page of the texts of a comment, from the current one to the oldest. */
export const versionsOfPage = async (
  db: Db,
  comment: ShownCommentRow,
  { total, page }: { total: number; page: number },
): Promise<CommentVersion[]> => {
  const newest = total - (page - 1) * versionsPageSize
  const { rows } = await db.query<{ number: number; content: string; written_at: Date }>(
    `SELECT number, content, written_at FROM comment_versions
     WHERE comment_id = $1 AND number <= $2 AND number > $2 - ${versionsPageSize}
     ORDER BY number DESC`,
    [comment.id, newest],
  )
  const former = rows.map(({ number, content, written_at }) => ({
    number,
    content,
    createdAt: written_at.toISOString(),
  }))
  if (page > 1) return former
  const { content, editedAt, createdAt } = comment
  return [{ number: total, content, createdAt: editedAt ?? createdAt }, ...former]
}
