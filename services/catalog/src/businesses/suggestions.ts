import type { AdminSuggestion } from '@answerable/contracts/business-decisions'
import type { BusinessLink } from '@answerable/contracts/business-link'
import type { Suggestion } from '@answerable/contracts/businesses'
import { mergeUndoDays } from '@answerable/contracts/merges'
import { type Db, onlyRow } from '@answerable/service-kit/db'
import { isLatestMerge } from '../business-merges/list.ts'

type NewSuggestion = Pick<Suggestion, 'kind' | 'value' | 'reason' | 'source'> & {
  businessId: string
  authorId: string
}

type SuggestionRow = Omit<Suggestion, 'createdAt' | 'decidedAt' | 'business'> & {
  business: BusinessLink
  author_id: string | null
  username: string | null
  merged_id: string | null
  merged_at: Date | null
  created_at: Date
  decided_at: Date | null
}

const dayMilliseconds = 86_400_000

const link = (table: string): string =>
  `json_build_object('id', ${table}.id, 'slug', ${table}.slug, 'name', ${table}.name)`

const columns = `suggestions.id, suggestions.kind, value, reason, source, state, note,
  suggestions.created_at, decided_at, author_id, nullif(username, '') AS username, ${link('business')} AS business,
  CASE WHEN other.id IS NOT NULL THEN ${link('other')} END AS other,
  merge.from_id AS merged_id, merged_at`
const joins = `JOIN businesses AS business ON business.id = business_id
  LEFT JOIN businesses AS other ON suggestions.kind IN ('parent', 'merge') AND other.id = value
  LEFT JOIN authors ON authors.id = author_id
  LEFT JOIN business_merges AS merge ON merge.id = merge_id AND undone_at IS NULL
    AND merged_at > now() - ${mergeUndoDays} * interval '1 day'
    AND ${isLatestMerge}`

const suggestionOf = ({
  author_id: _authorId,
  username: _username,
  merged_id: _mergedId,
  merged_at: _mergedAt,
  created_at,
  decided_at,
  ...row
}: SuggestionRow): Suggestion => ({
  ...row,
  createdAt: created_at.toISOString(),
  decidedAt: decided_at?.toISOString() ?? null,
})

const adminSuggestionOf = (row: SuggestionRow): AdminSuggestion => ({
  ...suggestionOf(row),
  authorId: row.author_id,
  author: row.username === null ? null : { username: row.username },
  undoableMerge: undoableMergeOf(row),
})

const undoableMergeOf = ({
  merged_id,
  merged_at,
}: Pick<SuggestionRow, 'merged_id' | 'merged_at'>): AdminSuggestion['undoableMerge'] => {
  if (merged_id === null || merged_at === null) return null
  const undoableUntil = new Date(merged_at.getTime() + mergeUndoDays * dayMilliseconds)
  return { businessId: merged_id, undoableUntil: undoableUntil.toISOString() }
}

/** Stores a suggestion; null if one of this kind and value is open. */
export const insertSuggestion = async (
  db: Db,
  { businessId, authorId, kind, value, reason, source }: NewSuggestion,
): Promise<Suggestion | null> => {
  const { rows } = await db.query<{ id: string }>(
    `INSERT INTO suggestions (business_id, author_id, kind, value, value_key, reason, source)
     VALUES ($1, $2, $3, $4, CASE WHEN $3 IN ('name', 'alias') THEN match_key($4) ELSE $4 END, $5, $6)
     ON CONFLICT (business_id, kind, value_key) WHERE state = 'open' DO NOTHING RETURNING id`,
    [businessId, authorId, kind, value, reason, source],
  )
  const [row] = rows
  return row === undefined ? null : suggestionOf(await findRow(db, row.id))
}

const findRows = async (db: Db, ids: readonly string[]): Promise<SuggestionRow[]> => {
  const { rows } = await db.query<SuggestionRow>(
    `SELECT ${columns} FROM suggestions ${joins} WHERE suggestions.id = ANY ($1)`,
    [ids],
  )
  return rows
}

const findRow = async (db: Db, id: string): Promise<SuggestionRow> =>
  onlyRow(await findRows(db, [id]))

export const findSuggestion = async (db: Db, id: string): Promise<AdminSuggestion> =>
  adminSuggestionOf(await findRow(db, id))

/** Suggestions for administrators, by id. */
export const findSuggestions = async (
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AdminSuggestion>> =>
  new Map((await findRows(db, ids)).map((row) => [row.id, adminSuggestionOf(row)]))

type Page = { page: number; limit: number }

/** A member's suggestions, newest first. */
export const readOwnSuggestions = async (
  db: Db,
  authorId: string,
  { page, limit }: Page,
): Promise<{ suggestions: Suggestion[]; total: number }> => {
  const { rows } = await db.query<SuggestionRow>(
    `SELECT ${columns} FROM suggestions ${joins} WHERE author_id = $1
     ORDER BY suggestions.created_at DESC, suggestions.id LIMIT $2 OFFSET $3`,
    [authorId, limit, (page - 1) * limit],
  )
  const { rows: counts } = await db.query<{ total: number }>(
    'SELECT count(*) AS total FROM suggestions WHERE author_id = $1',
    [authorId],
  )
  return { suggestions: rows.map(suggestionOf), total: onlyRow(counts).total }
}

const lists = {
  open: { where: `state = 'open'`, by: 'suggestions.created_at, suggestions.id' },
  decided: { where: `state <> 'open'`, by: 'decided_at DESC, suggestions.id' },
} as const

export const readSuggestions = async (
  db: Db,
  { state, page, limit }: Page & { state: keyof typeof lists },
): Promise<{ suggestions: AdminSuggestion[]; total: number }> => {
  const { where, by } = lists[state]
  const { rows } = await db.query<SuggestionRow>(
    `SELECT ${columns} FROM suggestions ${joins} WHERE ${where} ORDER BY ${by} LIMIT $1 OFFSET $2`,
    [limit, (page - 1) * limit],
  )
  const { rows: counts } = await db.query<{ total: number }>(
    `SELECT count(*) AS total FROM suggestions WHERE ${where}`,
  )
  return { suggestions: rows.map(adminSuggestionOf), total: onlyRow(counts).total }
}
