import { detectEmbed } from '@answerable/contracts/embed'
import type { RouteRequest } from '@answerable/contracts/route'
import type { Submission, submitBoycott, VoteValue } from '@answerable/contracts/submissions'
import { type Db, onlyRow } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import { type SubmissionRow, submissionOf } from './rows.ts'

type NewSubmission = RouteRequest<typeof submitBoycott>['body'] & { id: string; authorId: string }

export const insertSubmission = async (db: Db, content: NewSubmission): Promise<SubmissionRow> => {
  const sources = content.sources || null
  const embed = sources === null ? null : detectEmbed(sources)
  const { rows } = await db.query<SubmissionRow>(
    `INSERT INTO submissions (
       id, author_id, target_name, location, category, reasons, sources, embed_type, embed_url
     ) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING *`,
    [
      content.id,
      content.authorId,
      content.targetName,
      content.location,
      content.category ?? null,
      content.reasons,
      sources,
      embed?.embedType ?? null,
      embed?.embedUrl ?? null,
    ],
  )
  return onlyRow(rows)
}

/** A submission, removed or not, with the viewer's own vote; null where there is none. */
export const findSubmission = async (
  db: Db,
  id: string,
  viewerId: string | null,
): Promise<Submission | null> => {
  const { rows } = await db.query<
    SubmissionRow & { username: string | null; user_vote: VoteValue | null; is_unusual: boolean }
  >({
    name: 'find-submission',
    text: `SELECT submissions.*, authors.username, votes.value AS user_vote,
        coalesce(shows, false) AS is_unusual
      FROM submissions
      LEFT JOIN authors ON authors.id = author_id
      LEFT JOIN votes ON votes.submission_id = submissions.id AND votes.user_id = $2
      LEFT JOIN unusual_activity ON unusual_activity.submission_id = submissions.id
      WHERE submissions.id = $1`,
    values: [id, viewerId],
  })
  const [row] = rows
  return row === undefined
    ? null
    : submissionOf(row, {
        username: row.username,
        userVote: row.user_vote,
        isUnusual: row.is_unusual,
      })
}

/** Keeps a submission as it is until the transaction ends; null where there is none. */
export const lockSubmission = async (db: Db, id: string): Promise<SubmissionRow | null> => {
  const { rows } = await db.query<SubmissionRow>(
    'SELECT * FROM submissions WHERE id = $1 FOR NO KEY UPDATE',
    [id],
  )
  return rows[0] ?? null
}

/** The same for one that is in public view; throws `submission_not_found` for every other. */
export const lockPublicSubmission = async (db: Db, id: string): Promise<SubmissionRow> => {
  const row = await lockSubmission(db, id)
  if (row?.approved !== true) throw new AppError('submission_not_found')
  return row
}

/** How many submissions are in public view, as an expression of SQL. */
export const publicSubmissions = `(SELECT value FROM counters WHERE name = 'public_submissions')`

/**
 * How often what stands around submissions has changed (names of authors, marks of unusual activity, rows
 * that got no new version by it), as an expression of SQL.
 */
export const displayRevision = `(SELECT value FROM counters WHERE name = 'surroundings')`

/** Counts submissions in public view up or down. */
export const countPublicSubmissions = async (db: Db, change: 1 | -1): Promise<void> => {
  await db.query(`UPDATE counters SET value = value + $1 WHERE name = 'public_submissions'`, [
    change,
  ])
}
