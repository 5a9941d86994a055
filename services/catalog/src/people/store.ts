import type { Person, PersonComment } from '@answerable/contracts/people'
import { type Db, onlyRow } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'

type PersonRow = { id: string; username: string; joined_at: Date | null }

/** A member by name, in any case. Throws `person_not_found`, also for a deleted account. */
export const findPerson = async (db: Db, username: string): Promise<PersonRow> => {
  const { rows } = await db.query<PersonRow>(
    `SELECT id, username, joined_at FROM authors
     WHERE lower(username) = lower($1) AND username <> ''
     ORDER BY version DESC NULLS LAST, id LIMIT 1`,
    [username],
  )
  const [row] = rows
  if (row === undefined) throw new AppError('person_not_found')
  return row
}

const publicComments = `comments JOIN submissions ON submissions.id = submission_id
  WHERE comments.author_id = $1 AND state = 'shown' AND approved`

/** A member with the numbers of public submissions and comments. */
export const profileOf = async (db: Db, person: PersonRow): Promise<Person> => {
  const { rows } = await db.query<Pick<Person, 'submissionCount' | 'commentCount'>>(
    `SELECT
       (SELECT count(*) FROM submissions WHERE author_id = $1 AND approved) AS "submissionCount",
       (SELECT count(*) FROM ${publicComments}) AS "commentCount"`,
    [person.id],
  )
  return {
    username: person.username,
    memberSince: person.joined_at?.toISOString() ?? null,
    ...onlyRow(rows),
  }
}

type Page = { page: number; limit: number }

/** Ids of a page of public submissions, newest first, and the number of all. */
export const submissionsOf = async (
  db: Db,
  authorId: string,
  { page, limit }: Page,
): Promise<{ ids: string[]; total: number }> => {
  const { rows } = await db.query<{ id: string }>(
    `SELECT id FROM submissions WHERE author_id = $1 AND approved
     ORDER BY created_at DESC, id LIMIT $2 OFFSET $3`,
    [authorId, limit, (page - 1) * limit],
  )
  const counted = await db.query<{ total: number }>(
    'SELECT count(*) AS total FROM submissions WHERE author_id = $1 AND approved',
    [authorId],
  )
  return { ids: rows.map(({ id }) => id), total: onlyRow(counted.rows).total }
}

type CommentOfPerson = {
  id: string
  submission_id: string
  target_name: string
  content: string
  created_at: Date
  edited_at: Date | null
}

/** A page of shown comments on public submissions, newest first, and the number of all. */
export const commentsOf = async (
  db: Db,
  authorId: string,
  { page, limit }: Page,
): Promise<{ comments: PersonComment[]; total: number }> => {
  const { rows } = await db.query<CommentOfPerson>(
    `SELECT comments.id, submission_id, target_name, content, comments.created_at,
       comments.edited_at
     FROM ${publicComments}
     ORDER BY comments.created_at DESC, comments.id DESC LIMIT $2 OFFSET $3`,
    [authorId, limit, (page - 1) * limit],
  )
  const counted = await db.query<{ total: number }>(
    `SELECT count(*) AS total FROM ${publicComments}`,
    [authorId],
  )
  return { comments: rows.map(commentOf), total: onlyRow(counted.rows).total }
}

const commentOf = (row: CommentOfPerson): PersonComment => ({
  id: row.id,
  submission: { id: row.submission_id, targetName: row.target_name },
  content: row.content,
  createdAt: row.created_at.toISOString(),
  editedAt: row.edited_at?.toISOString() ?? null,
})
