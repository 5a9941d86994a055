import {
  type Alternative,
  alternativeLimits,
  alternativesPageSize,
} from '@answerable/contracts/alternatives'
import type { Viewer } from '@answerable/contracts/sessions'
import { type Db, onlyRow } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import { joined } from '../merges/joined.ts'
import { lockWithSurvivor } from '../merges/lock-with-survivor.ts'
import type { SubmissionRow } from '../submissions/rows.ts'

/** A row of `alternatives`. */
export type AlternativeRow = {
  id: string
  submission_id: string
  author_id: string | null
  name: string
  link: string | null
  state: 'shown' | 'removed'
  flag_count: number
  version: number
  decided_version: number
}

type ShownRow = Omit<Alternative, 'author' | 'createdAt' | 'ownHelpful'> & {
  username: string | null
  createdAt: Date
  own: boolean
}

/** `viewer` is a parameter with the id of the viewer; null marks nothing. */
const shownColumns = (viewer: string) => `alternatives.id, name, link, username,
  alternatives.created_at AS "createdAt", state, helpful_count AS helpful, alternatives.version,
  EXISTS (
    SELECT FROM alternative_marks WHERE alternative_id = alternatives.id AND user_id = ${viewer}::uuid
  ) AS own`

const alternativeOf = (
  { username, createdAt, own, ...row }: ShownRow,
  viewer: Viewer | null,
): Alternative => ({
  id: row.id,
  name: row.name,
  link: row.link,
  author: username === null || username === '' ? null : { username },
  createdAt: createdAt.toISOString(),
  state: row.state,
  helpful: row.helpful,
  ownHelpful: viewer === null ? null : own,
  version: row.version,
})

/**
 * A page of the shown alternatives, most helpful first. Of those with one match key, the most helpful is shown. Those
 * of the viewer that were removed come last.
 */
export const readAlternatives = async (
  db: Db,
  { submissionId, page, viewer }: { submissionId: string; page: number; viewer: Viewer | null },
): Promise<{ alternatives: Alternative[]; total: number }> => {
  const { rows } = await db.query<ShownRow & { total: number }>(
    `WITH RECURSIVE ${joined}, listed AS (
       SELECT DISTINCT ON (match_key) alternatives.* FROM joined
       JOIN alternatives ON submission_id = joined.id AND state = 'shown'
       ORDER BY match_key, helpful_count DESC, created_at, id
     ), visible AS (
       SELECT * FROM listed UNION ALL
       SELECT alternatives.* FROM joined
       JOIN alternatives ON submission_id = joined.id AND state = 'removed' AND author_id = $2
     )
     SELECT ${shownColumns('$2')}, count(*) OVER () AS total
     FROM visible AS alternatives LEFT JOIN authors ON authors.id = author_id
     ORDER BY state = 'removed', helpful_count DESC, alternatives.created_at, alternatives.id
     LIMIT ${alternativesPageSize} OFFSET $3`,
    [submissionId, viewer?.id ?? null, (page - 1) * alternativesPageSize],
  )
  return {
    alternatives: rows.map(({ total: _, ...row }) => alternativeOf(row, viewer)),
    total: rows[0]?.total ?? 0,
  }
}

export const findAlternative = async (db: Db, id: string, viewer: Viewer): Promise<Alternative> => {
  const { rows } = await db.query<ShownRow>(
    `SELECT ${shownColumns('$2')} FROM alternatives
     LEFT JOIN authors ON authors.id = author_id WHERE alternatives.id = $1`,
    [id, viewer.id],
  )
  const [row] = rows
  if (row === undefined) throw new AppError('alternative_not_found')
  return alternativeOf(row, viewer)
}

/**
 * Adds an alternative to a locked submission. Throws `already_proposed` if its name means the same as that of a listed
 * one, also of an alternative that was removed, and `too_many_alternatives`.
 */
export const insertAlternative = async (
  db: Db,
  alternative: { submissionId: string; authorId: string; name: string; link: string | null },
): Promise<string> => {
  const { submissionId, authorId, name, link } = alternative
  const { rows: counts } = await db.query<{ all: number; own: number; same: number }>(
    `WITH RECURSIVE ${joined}
     SELECT count(*) AS all, count(*) FILTER (WHERE author_id = $2) AS own,
       count(*) FILTER (WHERE match_key = match_key($3)) AS same
     FROM joined JOIN alternatives ON submission_id = joined.id`,
    [submissionId, authorId, name],
  )
  const { all, own, same } = onlyRow(counts)
  if (same > 0) throw new AppError('already_proposed')
  if (all >= alternativeLimits.ofSubmission) throw new AppError('too_many_alternatives')
  if (own >= alternativeLimits.ofMember) {
    throw new AppError('too_many_alternatives', {
      message: `You can propose at most ${alternativeLimits.ofMember} alternatives for a boycott.`,
    })
  }
  const { rows } = await db.query<{ id: string }>(
    `INSERT INTO alternatives (submission_id, author_id, name, link, match_key)
     VALUES ($1, $2, $3, $4, match_key($3)) RETURNING id`,
    [submissionId, authorId, name, link],
  )
  return onlyRow(rows).id
}

/** Locks the submission of an alternative, and the one that shows it, until the transaction ends. Throws `alternative_not_found`. */
export const lockSubmissionOf = async (db: Db, id: string): Promise<SubmissionRow> => {
  const { rows } = await db.query<{ submission_id: string }>(
    'SELECT submission_id FROM alternatives WHERE id = $1',
    [id],
  )
  const [row] = rows
  const submission = row === undefined ? null : await lockWithSurvivor(db, row.submission_id)
  if (submission === null) throw new AppError('alternative_not_found')
  return submission
}

/** Locks an alternative until the transaction ends. Throws `alternative_not_found`. */
export const lockAlternative = async (db: Db, id: string): Promise<AlternativeRow> => {
  const { rows } = await db.query<AlternativeRow>(
    'SELECT * FROM alternatives WHERE id = $1 FOR NO KEY UPDATE',
    [id],
  )
  const [row] = rows
  if (row === undefined) throw new AppError('alternative_not_found')
  return row
}

/** The same for one that is shown with a public submission. */
export const lockShownAlternative = async (db: Db, id: string): Promise<AlternativeRow> => {
  const row = await lockAlternative(db, id)
  if (row.state !== 'shown') throw new AppError('alternative_not_found')
  const { rows } = await db.query<{ approved: boolean }>(
    `WITH RECURSIVE trail AS (
       SELECT merged_into, approved FROM submissions WHERE id = $1
       UNION ALL
       SELECT submissions.merged_into, submissions.approved
       FROM trail JOIN submissions ON submissions.id = trail.merged_into
     )
     SELECT approved FROM trail WHERE merged_into IS NULL`,
    [row.submission_id],
  )
  if (rows[0]?.approved !== true) throw new AppError('alternative_not_found')
  return row
}

const batchSize = 200

/** Withdraws some of the marks of an account and returns how many. */
export const deleteMarksOf = async (db: Db, userId: string): Promise<number> => {
  // In id order, which prevents deadlocks.
  const { rows } = await db.query<{ id: string }>(
    `SELECT id FROM alternatives WHERE id IN (
       SELECT alternative_id FROM alternative_marks WHERE user_id = $1 ORDER BY 1 LIMIT ${batchSize}
     ) ORDER BY id FOR NO KEY UPDATE`,
    [userId],
  )
  const ids = rows.map(({ id }) => id)
  await db.query(
    `WITH withdrawn AS (
       DELETE FROM alternative_marks WHERE user_id = $1 AND alternative_id = ANY ($2)
       RETURNING alternative_id
     )
     UPDATE alternatives SET helpful_count = helpful_count - 1, version = version + 1
     FROM withdrawn WHERE id = alternative_id`,
    [userId, ids],
  )
  return ids.length
}
