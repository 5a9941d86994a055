import { versionsPageSize } from '@answerable/contracts/comment-versions'
import { detectEmbed } from '@answerable/contracts/embed'
import { submissionPublished } from '@answerable/contracts/events'
import type { SubmissionVersion } from '@answerable/contracts/submission-versions'
import type { Submission } from '@answerable/contracts/submissions'
import { type Db, onlyRow } from '@answerable/service-kit/db'
import type { SubmissionRow } from '../submissions/rows.ts'
import { type SubmissionText, staysUnvoted } from './rules.ts'

/** Publishes the subject of a submission. Call it in the transaction that changes the submission. */
export const appendPublished = async (
  db: Db,
  submissionId: string,
  { cause, requestId }: { cause: 'created' | 'edited'; requestId: string },
): Promise<void> => {
  await db.query(
    `INSERT INTO outbox (subject, payload, request_id)
     SELECT $2, submission_published(submissions, $3), $4 FROM submissions WHERE id = $1`,
    [submissionId, submissionPublished.subject, cause, requestId],
  )
}

/** Stores the current text of a locked submission as a version. */
export const storeVersion = async (db: Db, submissionId: string): Promise<void> => {
  await db.query(
    `INSERT INTO submission_versions
       (submission_id, number, target_name, location, category, reasons, sources, written_at, demand)
     SELECT id, 1 + (SELECT count(*) FROM submission_versions WHERE submission_id = $1),
       target_name, location, category, reasons, sources, coalesce(edited_at, created_at), demand
     FROM submissions WHERE id = $1`,
    [submissionId],
  )
}

/** Changes the text of a locked submission. */
export const updateText = async (
  db: Db,
  row: SubmissionRow,
  text: SubmissionText,
  { isVersion }: { isVersion: boolean },
): Promise<void> => {
  const hasNewSources = text.sources !== row.sources
  const embed = hasNewSources && text.sources !== null ? detectEmbed(text.sources) : null
  await db.query(
    `UPDATE submissions SET location = $2, place_id = $3, category = $4, reasons = $5, sources = $6,
       embed_type = $7, embed_url = $8, demand = $10, edited_at = CASE WHEN $9 THEN now() ELSE edited_at END,
       version = version + 1, text_version = version + 1, ${staysUnvoted}
     WHERE id = $1`,
    [
      row.id,
      text.location,
      text.place_id,
      text.category,
      text.reasons,
      text.sources,
      hasNewSources ? (embed?.embedType ?? null) : row.embed_type,
      hasNewSources ? (embed?.embedUrl ?? null) : row.embed_url,
      isVersion,
      text.demand,
    ],
  )
}

/** The number of texts of a submission, with the current one. */
export const countVersions = async (db: Db, submissionId: string): Promise<number> => {
  const { rows } = await db.query<{ count: number }>(
    'SELECT 1 + count(*) AS count FROM submission_versions WHERE submission_id = $1',
    [submissionId],
  )
  return onlyRow(rows).count
}

type VersionRow = Pick<
  SubmissionRow,
  'target_name' | 'location' | 'category' | 'reasons' | 'sources' | 'demand'
> & { number: number; written_at: Date }

/** One page of the texts of a submission, from the current one to the oldest. */
export const versionsOfPage = async (
  db: Db,
  submission: Submission,
  { total, page }: { total: number; page: number },
): Promise<SubmissionVersion[]> => {
  const newest = total - (page - 1) * versionsPageSize
  const { rows } = await db.query<VersionRow>(
    `SELECT * FROM submission_versions
     WHERE submission_id = $1 AND number <= $2 AND number > $2 - ${versionsPageSize}
     ORDER BY number DESC`,
    [submission.id, newest],
  )
  const former = rows.map(versionOf)
  if (page > 1) return former
  const { targetName, location, category, reasons, sources, demand } = submission
  const { editedAt, createdAt } = submission
  const current = { targetName, location, category, reasons, sources, demand }
  return [{ number: total, ...current, createdAt: editedAt ?? createdAt }, ...former]
}

const versionOf = (row: VersionRow): SubmissionVersion => ({
  number: row.number,
  targetName: row.target_name,
  location: row.location,
  category: row.category,
  reasons: row.reasons,
  sources: row.sources,
  demand: row.demand,
  createdAt: row.written_at.toISOString(),
})
