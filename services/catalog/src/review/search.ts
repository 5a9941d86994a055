import type { searchSubmissions } from '@answerable/contracts/review-internal'
import type { RouteRequest, RouteResponse } from '@answerable/contracts/route'
import { type Db, onlyRow } from '@answerable/service-kit/db'
import { parseQuery } from '../search/query.ts'
import { fullQuery } from '../search/tsqueries.ts'
import { readWords } from '../search/words.ts'
import { publicSubmissions } from '../submissions/store.ts'
import { totalSubmissions } from './counts.ts'
import { type AdminRow, adminColumns, adminJoins, adminSubmissionOf } from './rows.ts'

type Search = RouteRequest<typeof searchSubmissions>['query']

/** The parts that make up a state; each has an index of its own. */
const partsOf: Record<Search['state'], readonly string[]> = {
  all: ['approved', 'NOT approved'],
  public: ['approved'],
  flagged: ['approved AND flag_count > 0'],
  removed: ['NOT approved AND merged_into IS NULL'],
  merged: ['NOT approved AND merged_into IS NOT NULL'],
  boosted: ['super_boost <> 0'],
}

const orders: Record<Search['sort'], string> = {
  newest: 'created_at DESC, id',
  oldest: 'created_at, id DESC',
  top: '(score + super_boost) DESC, created_at DESC, id',
}

/** A page of submissions in any state that match the words; an id counts as a word. */
export const search = async (
  db: Db,
  request: Search,
): Promise<RouteResponse<typeof searchSubmissions>> => {
  const words = await wordsOf(db, request)
  if (words === null) return { submissions: [], total: 0 }
  const order = orders[request.sort]
  // Each part ends at the last row that the page can need, so that it is read in the order of its index.
  const parts = partsOf[request.state].map(
    (part) => `(SELECT id, created_at, score, super_boost FROM ${tablesFor(words, '$3')}
      WHERE ${part} ORDER BY ${order} LIMIT $1)`,
  )
  const { rows } = await db.query<AdminRow>(
    `WITH page AS (
       SELECT id FROM (${parts.join(' UNION ALL ')}) AS matches
       ORDER BY ${order} LIMIT $2 OFFSET $1 - $2
     )
     SELECT ${adminColumns} FROM page JOIN submissions USING (id) ${adminJoins}
     ORDER BY ${order}`,
    [request.page * request.limit, request.limit, ...words],
  )
  return { submissions: rows.map(adminSubmissionOf), total: await countMatches(db, request, words) }
}

/** The parameter of a search, or none; null for a text without words. Every word matches by its beginning. */
const wordsOf = async (db: Db, { search: text }: Search): Promise<readonly string[] | null> => {
  if (text === undefined || text === '') return []
  const { required, excluded } = parseQuery(text)
  const words = await readWords(
    db,
    { required: required.map((term) => ({ ...term, isPrefix: !term.isPhrase })), excluded },
    'submissions',
  )
  return words.required.length === 0 ? null : [fullQuery(words)]
}

const tablesFor = (words: readonly string[], parameter: string): string =>
  words.length === 0
    ? 'submissions'
    : `submissions JOIN submission_search
        ON submission_id = id AND words @@ ${parameter}::tsquery`

const countMatches = async (
  db: Db,
  { state }: Search,
  words: readonly string[],
): Promise<number> => {
  const { rows } = await db.query<{ total: number }>(`SELECT ${countOf(state, words)} AS total`, [
    ...words,
  ])
  return onlyRow(rows).total
}

const countOf = (state: Search['state'], words: readonly string[]): string => {
  if (state === 'all') {
    if (words.length === 0) return totalSubmissions
    return '(SELECT count(*) FROM submission_search WHERE words @@ $1::tsquery)'
  }
  if (state === 'public' && words.length === 0) return publicSubmissions
  return `(SELECT count(*) FROM ${tablesFor(words, '$1')} WHERE ${partsOf[state].join()})`
}
