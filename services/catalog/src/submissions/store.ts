import { detectEmbed } from '@answerable/contracts/embed'
import { type SubmissionChange, submissionChanged } from '@answerable/contracts/events'
import type { LiveSection } from '@answerable/contracts/live'
import type { RouteRequest } from '@answerable/contracts/route'
import type { Submission, submitBoycott, VoteValue } from '@answerable/contracts/submissions'
import type { Db } from '@answerable/service-kit/db'
import { findMergedInto, whyNotPublic } from '../merges/redirects.ts'
import { staysUnvoted } from '../submission-versions/rules.ts'
import {
  type BusinessColumns,
  businessColumns,
  businessOf,
  type SubmissionRow,
  submissionOf,
} from './rows.ts'

type NewSubmission = Omit<
  RouteRequest<typeof submitBoycott>['body'],
  'businessId' | 'sourceDetails'
> & {
  id: string
  authorId: string
}

/** Inserts a submission. A trigger finds or makes its business by the target name. */
export const insertSubmission = async (db: Db, content: NewSubmission): Promise<void> => {
  const sources = content.sources || null
  const embed = sources === null ? null : detectEmbed(sources)
  await db.query(
    `INSERT INTO submissions (
       id, author_id, target_name, location, category, reasons, sources, embed_type, embed_url, place_id,
       demand
     ) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
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
      content.placeId ?? null,
      content.demand || null,
    ],
  )
}

/** Publishes the state of a submission. Call it in the transaction that changes the submission. */
export const appendChange = async (
  db: Db,
  submissionId: string,
  about: Pick<SubmissionChange, 'cause' | 'sections'> & { requestId: string | null },
): Promise<void> => {
  const { cause, sections, requestId } = about
  await db.query(
    `INSERT INTO outbox (subject, payload, request_id)
     SELECT $2, jsonb_build_object('changes', jsonb_build_array(
       submission_changed(submissions, $3) || jsonb_strip_nulls(jsonb_build_object('sections', $5::jsonb))
     )), $4
     FROM submissions WHERE id = $1`,
    [
      submissionId,
      submissionChanged.subject,
      cause,
      requestId,
      sections === undefined ? null : JSON.stringify(sections),
    ],
  )
}

/** Makes the next change of a locked submission newer than those that pages know. */
export const raiseVersion = async (db: Db, submissionId: string): Promise<void> => {
  await db.query(`UPDATE submissions SET version = version + 1, ${staysUnvoted} WHERE id = $1`, [
    submissionId,
  ])
}

/**
 * Publishes that sections of the page of a submission changed, or of the one that it was merged into. Both must be
 * locked.
 */
export const appendSectionChange = async (
  db: Db,
  submissionId: string,
  about: { sections: readonly LiveSection[]; requestId: string | null },
): Promise<void> => {
  const shownId = (await findMergedInto(db, submissionId)) ?? submissionId
  await raiseVersion(db, shownId)
  const { sections, requestId } = about
  await appendChange(db, shownId, { cause: 'numbers', sections: [...sections], requestId })
}

/** A submission, removed or not, with the viewer's own vote; null if it does not exist. */
export const findSubmission = async (
  db: Db,
  id: string,
  viewerId: string | null,
): Promise<Submission | null> => {
  const { rows } = await db.query<
    SubmissionRow &
      BusinessColumns & {
        username: string | null
        user_vote: VoteValue | null
        own_participation: boolean
        is_unusual: boolean
      }
  >({
    name: 'find-submission',
    text: `SELECT submissions.*, authors.username, votes.value AS user_vote,
        participations.value IS NOT NULL AS own_participation,
        coalesce(shows, false) AS is_unusual, ${businessColumns}
      FROM submissions
      JOIN businesses ON businesses.id = business_id
      LEFT JOIN authors ON authors.id = author_id
      LEFT JOIN votes ON votes.submission_id = submissions.id AND votes.user_id = $2
      LEFT JOIN participations
        ON participations.submission_id = submissions.id AND participations.user_id = $2
      LEFT JOIN unusual_activity ON unusual_activity.submission_id = submissions.id
      WHERE submissions.id = $1`,
    values: [id, viewerId],
  })
  const [row] = rows
  return row === undefined
    ? null
    : submissionOf(row, {
        username: row.username,
        business: businessOf(row),
        userVote: row.user_vote,
        ownParticipation: row.own_participation,
        isUnusual: row.is_unusual,
      })
}

/** Locks a submission until the transaction ends; null if it does not exist. */
export const lockSubmission = async (db: Db, id: string): Promise<SubmissionRow | null> => {
  const { rows } = await db.query<SubmissionRow>(
    'SELECT * FROM submissions WHERE id = $1 FOR NO KEY UPDATE',
    [id],
  )
  return rows[0] ?? null
}

/**
 * Locks a public submission until the transaction ends. Throws `submission_merged` or `submission_not_found` if it is
 * not public.
 */
export const lockPublicSubmission = async (db: Db, id: string): Promise<SubmissionRow> => {
  const row = await lockSubmission(db, id)
  if (row?.approved !== true) throw await whyNotPublic(db, id)
  return row
}

/** The number of public submissions, as an SQL expression. See migrations/0012_submission_facets.sql. */
export const publicSubmissions = `(SELECT count FROM public_counts
  WHERE category = '' AND country = '' AND day = '-infinity')`

/**
 * Counts the changes to displayed submissions that no version shows (names of authors and businesses, marks of
 * unusual activity), as an SQL expression. See migrations/0007_display_revision.sql and 0009_businesses.sql.
 */
export const displayRevision = `(SELECT value FROM counters WHERE name = 'display_revision')`
