import {
  type DescribedBusiness,
  type DescribedComment,
  type DescribedSubmission,
  excerptLength,
} from '@answerable/contracts/subjects'
import { cutText } from '@answerable/contracts/text'
import type { Db } from '@answerable/service-kit/db'

export const describeSubmissions = async (
  db: Db,
  ids: readonly string[],
): Promise<DescribedSubmission[]> => {
  if (ids.length === 0) return []
  const { rows } = await db.query<DescribedSubmission>(
    `SELECT id, target_name AS "targetName", author_id AS "authorId", approved,
       merged_into AS "mergedInto"
     FROM submissions WHERE id = ANY ($1)`,
    [ids],
  )
  return rows
}

export const describeBusinesses = async (
  db: Db,
  ids: readonly string[],
): Promise<DescribedBusiness[]> => {
  if (ids.length === 0) return []
  const { rows } = await db.query<DescribedBusiness>(
    `SELECT followed.id, shown.slug, shown.name, followed.merged_into AS "mergedInto"
     FROM businesses AS followed
     JOIN businesses AS shown ON shown.id = coalesce(followed.merged_into, followed.id)
     WHERE followed.id = ANY ($1)`,
    [ids],
  )
  return rows
}

type CommentRow = {
  id: string
  submission_id: string
  author_id: string | null
  username: string | null
  content: string
  is_shown: boolean
}

export const describeComments = async (
  db: Db,
  ids: readonly string[],
): Promise<DescribedComment[]> => {
  if (ids.length === 0) return []
  const { rows } = await db.query<CommentRow>(
    `SELECT comments.id, submission_id, comments.author_id, username, content,
       submissions.approved AND comments.state = 'shown' AS is_shown
     FROM comments
     JOIN submissions ON submissions.id = submission_id
     LEFT JOIN authors ON authors.id = comments.author_id
     WHERE comments.id = ANY ($1::uuid[])`,
    [ids],
  )
  return rows.map((row) => ({
    id: row.id,
    submissionId: row.submission_id,
    authorId: row.author_id,
    author: row.is_shown && row.username !== null ? { username: row.username } : null,
    excerpt: row.is_shown ? cutText(row.content, excerptLength) : '',
  }))
}
