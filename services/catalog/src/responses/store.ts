import type { BusinessLink } from '@answerable/contracts/business-link'
import { businessResponsesLimit } from '@answerable/contracts/businesses'
import { type ResponseChange, responseChanged } from '@answerable/contracts/events'
import {
  maxResponseVersions,
  type ResponseOfBusiness,
  type ResponseVersion,
} from '@answerable/contracts/responses'
import { excerptLength } from '@answerable/contracts/subjects'
import { cutText } from '@answerable/contracts/text'
import { type Db, isUniqueViolation, onlyRow } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import { joined } from '../merges/joined.ts'
import { findMergedInto } from '../merges/redirects.ts'
import { type ResponseRow, responseColumns, responseTables } from './rows.ts'

/** Only the newest are shown, if many submissions with responses were merged. */
const shownLimit = 10

/** The responses to a submission and to those that were merged into it, newest first. */
export const findResponses = async (db: Db, submissionId: string): Promise<ResponseRow[]> => {
  const { rows } = await db.query<ResponseRow>({
    name: 'find-responses',
    text: `WITH RECURSIVE ${joined}
      SELECT ${responseColumns} FROM ${responseTables}
      WHERE submission_id = ANY (ARRAY(SELECT id FROM joined)) ORDER BY responses.created_at DESC, responses.id LIMIT ${shownLimit}`,
    values: [submissionId],
  })
  return rows
}

export type Replied = BusinessLink & {
  approved: boolean
  authorId: string | null
  requestedAt: Date | null
  verifiedDomain: string | null
}

/** The business of a submission, removed or not, with the state of its right of reply; null if there is none. */
export const findReplied = async (db: Db, submissionId: string): Promise<Replied | null> => {
  const { rows } = await db.query<Replied>({
    name: 'find-replied',
    text: `SELECT businesses.id, slug, name, approved, author_id AS "authorId",
        requested_at AS "requestedAt",
        (SELECT domain FROM speakers WHERE business_id = businesses.id LIMIT 1) AS "verifiedDomain"
      FROM submissions JOIN businesses ON businesses.id = business_id
      LEFT JOIN response_requests ON submission_id = submissions.id
      WHERE submissions.id = $1`,
    values: [submissionId],
  })
  return rows[0] ?? null
}

/** Whether a submission, or the one that it was merged into, is public. */
export const isSubmissionShown = async (db: Db, id: string): Promise<boolean> => {
  const shownId = (await findMergedInto(db, id)) ?? id
  const { rowCount } = await db.query('SELECT FROM submissions WHERE id = $1 AND approved', [
    shownId,
  ])
  return rowCount === 1
}

/** Publishes the response of a business. Throws `already_responded`. */
export const insertResponse = async (
  db: Db,
  given: {
    submissionId: string
    businessId: string
    domain: string
    content: string
    sources: string | null
    authorId: string
  },
): Promise<string> => {
  try {
    const { rows } = await db.query<{ id: string }>(
      `INSERT INTO responses (submission_id, business_id, domain, content, sources, author_id)
       VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
      [
        given.submissionId,
        given.businessId,
        given.domain,
        given.content,
        given.sources,
        given.authorId,
      ],
    )
    return onlyRow(rows).id
  } catch (error) {
    if (isUniqueViolation(error, 'one_response')) throw new AppError('already_responded')
    throw error
  }
}

/** Replaces the text of a locked response. The former text stays readable. Throws `too_many_versions`. */
export const updateResponse = async (
  db: Db,
  { id, former_count }: ResponseRow,
  text: { content: string; sources: string | null; domain: string; authorId: string },
): Promise<void> => {
  if (former_count + 1 >= maxResponseVersions) throw new AppError('too_many_versions')
  await db.query(
    `INSERT INTO response_versions (response_id, number, content, sources, domain, author_id, written_at)
     SELECT id, $2, content, sources, domain, author_id, coalesce(edited_at, created_at)
     FROM responses WHERE id = $1`,
    [id, former_count + 1],
  )
  await db.query(
    `UPDATE responses SET content = $2, sources = $3, domain = $4, author_id = $5, edited_at = now(),
       version = version + 1, text_version = version + 1
     WHERE id = $1`,
    [id, text.content, text.sources, text.domain, text.authorId],
  )
}

/** A response with its state now; null if there is none. */
export const findResponse = async (db: Db, id: string): Promise<ResponseRow | null> => {
  const { rows } = await db.query<ResponseRow>(
    `SELECT ${responseColumns} FROM ${responseTables} WHERE responses.id = $1`,
    [id],
  )
  return rows[0] ?? null
}

/** The response of a business to a submission; null if there is none. */
export const findResponseTo = async (
  db: Db,
  { submissionId, businessId }: { submissionId: string; businessId: string },
): Promise<ResponseRow | null> => {
  const { rows } = await db.query<ResponseRow>(
    `SELECT ${responseColumns} FROM ${responseTables}
     WHERE submission_id = $1 AND business_id = $2`,
    [submissionId, businessId],
  )
  return rows[0] ?? null
}

/** The texts of a response with numbers up to `newest`, from the newest to the oldest. */
export const readVersions = async (
  db: Db,
  row: ResponseRow,
  { newest, limit }: { newest: number; limit: number },
): Promise<ResponseVersion[]> => {
  const { rows } = await db.query<Omit<ResponseVersion, 'createdAt'> & { written_at: Date }>(
    `SELECT number, content, sources, domain, written_at FROM response_versions
     WHERE response_id = $1 AND number <= $2 AND number > $2 - $3 ORDER BY number DESC`,
    [row.id, newest, limit],
  )
  const former = rows.map(({ written_at, ...version }) => ({
    ...version,
    createdAt: written_at.toISOString(),
  }))
  const number = row.former_count + 1
  if (newest < number) return former
  const { content, sources, domain } = row
  const createdAt = (row.edited_at ?? row.created_at).toISOString()
  return [{ number, content, sources, domain, createdAt }, ...former]
}

/** Publishes the state of a response. Call it in the transaction that changes it. */
export const appendResponseChange = async (
  db: Db,
  id: string,
  { cause, requestId }: { cause: ResponseChange['cause']; requestId: string | null },
): Promise<void> => {
  await db.query(
    `INSERT INTO outbox (subject, payload, request_id)
     SELECT $2, jsonb_build_object(
       'submissionId', submission_id, 'responseId', responses.id, 'businessIds', (
         SELECT jsonb_agg(owner.id ORDER BY depth) FROM search_owners(responses.business_id) AS owner
       ), 'authorId', submissions.author_id, 'state', state, 'version', responses.version,
       'cause', $3::text
     ), $4
     FROM responses JOIN submissions ON submissions.id = submission_id WHERE responses.id = $1`,
    [id, responseChanged.subject, cause, requestId],
  )
}

/** What the page of a business shows of its right of reply, also of businesses that were merged into it. */
export const readRepliesOf = async (
  db: Db,
  businessId: string,
): Promise<{ verifiedDomain: string | null; responses: ResponseOfBusiness[] }> => {
  const { rows: speakers } = await db.query<{ domain: string }>({
    name: 'find-speaker',
    text: 'SELECT domain FROM speakers WHERE business_id = $1 LIMIT 1',
    values: [businessId],
  })
  const { rows } = await db.query<{
    id: string
    submission_id: string
    target_name: string
    domain: string
    content: string
    created_at: Date
  }>({
    name: 'read-responses-of-business',
    text: `SELECT responses.id, submission_id, target_name, domain, content, responses.created_at
      FROM responses JOIN submissions ON submissions.id = submission_id
      WHERE responses.business_id = ANY (ARRAY(
        SELECT $1 UNION ALL SELECT id FROM businesses WHERE merged_into = $1
      )) AND state = 'shown' AND approved
      ORDER BY responses.created_at DESC, responses.id LIMIT ${businessResponsesLimit}`,
    values: [businessId],
  })
  return {
    verifiedDomain: speakers[0]?.domain ?? null,
    responses: rows.map((row) => ({
      id: row.id,
      submission: { id: row.submission_id, targetName: row.target_name },
      domain: row.domain,
      excerpt: excerptOf(row.content),
      createdAt: row.created_at.toISOString(),
    })),
  }
}

const excerptOf = (text: string): string =>
  text.length <= excerptLength ? text : `${cutText(text, excerptLength - 1).trimEnd()}…`
