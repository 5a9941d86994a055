import {
  type DescribedBusiness,
  type DescribedComment,
  type DescribedSubmission,
  excerptLength,
} from '@answerable/contracts/subjects'
import { cutText } from '@answerable/contracts/text'
import type { Db } from '@answerable/service-kit/db'

/** A merged submission leads to the one that remained, unless that was removed. */
export const describeSubmissions = async (
  db: Db,
  ids: readonly string[],
): Promise<DescribedSubmission[]> => {
  if (ids.length === 0) return []
  const { rows } = await db.query<DescribedSubmission>(
    `WITH RECURSIVE trail (id, into_id) AS (
       SELECT id, merged_into FROM submissions WHERE id = ANY ($1) AND merged_into IS NOT NULL
       UNION ALL
       SELECT trail.id, merged_into FROM trail JOIN submissions ON submissions.id = into_id
       WHERE merged_into IS NOT NULL
     )
     SELECT id, target_name AS "targetName", author_id AS "authorId", approved, (
         SELECT into_id FROM trail JOIN submissions AS remaining ON remaining.id = into_id
         WHERE trail.id = submissions.id AND remaining.approved
       ) AS "mergedInto"
     FROM submissions WHERE id = ANY ($1)`,
    [ids],
  )
  return rows
}

/** Listed businesses only: the names of others may come from removed submissions. */
export const describeBusinesses = async (
  db: Db,
  ids: readonly string[],
): Promise<DescribedBusiness[]> => {
  if (ids.length === 0) return []
  const { rows } = await db.query<DescribedBusiness>(
    `WITH RECURSIVE trail (id, shown_id) AS (
       SELECT id, id FROM businesses WHERE id = ANY ($1)
       UNION ALL
       SELECT trail.id, merged_into FROM trail JOIN businesses ON businesses.id = shown_id
       WHERE merged_into IS NOT NULL
     )
     SELECT trail.id, slug, name, nullif(shown_id, trail.id) AS "mergedInto"
     FROM trail JOIN businesses ON businesses.id = shown_id WHERE listed`,
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
    excerpt: row.is_shown ? excerptOf(row.content) : '',
  }))
}

const excerptOf = (text: string): string =>
  text.length <= excerptLength ? text : `${cutText(text, excerptLength - 1).trimEnd()}…`
