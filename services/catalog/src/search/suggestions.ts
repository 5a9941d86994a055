import type { RouteResponse } from '@answerable/contracts/route'
import { type suggest, suggestionsLimit } from '@answerable/contracts/search'
import type { Db } from '@answerable/service-kit/db'
import { correct } from './corrections.ts'
import { type ParsedQuery, parseQuery } from './query.ts'
import { type SearchedTable, searchedBusinesses, searchedSubmissions } from './tables.ts'
import {
  fullQuery,
  type IndexedTerm,
  positiveQuery,
  readWords,
  type SearchedWords,
} from './words.ts'

type Suggestions = RouteResponse<typeof suggest>

/** Rows whose names are compared when the words are frequent, the strongest first. */
const maxWalkedRows = 300
const maxIndexedRows = 300
const maxRowsOfName = 50

/** Businesses and submissions whose names have these words, or begin with the text. */
export const suggestNames = async (db: Db, text: string): Promise<Suggestions> => {
  const businesses = await suggestRows<Suggestions['businesses'][number]>(db, searchedBusinesses, {
    text,
    columns: 'id, slug, name, boycott_count AS "boycottCount"',
  })
  const boycotts = await suggestRows<Suggestions['boycotts'][number]>(db, searchedSubmissions, {
    text,
    columns: 'id, target_name AS "targetName", location, score',
  })
  return { businesses, boycotts }
}

const suggestRows = async <Row extends object>(
  db: Db,
  table: SearchedTable,
  { text, columns }: { text: string; columns: string },
): Promise<Row[]> => {
  const query = parseQuery(text)
  const words = await readWords(db, query, table.name)
  const found = await findNames<Row>(db, table, { query, words, columns })
  if (found.length > 0) return found
  for (const corrected of await correct(db, table, query, words)) {
    const other = parseQuery(corrected)
    const otherWords = await readWords(db, other, table.name)
    const others = await findNames<Row>(db, table, { query: other, words: otherWords, columns })
    if (others.length > 0) return others
  }
  return []
}

const findNames = async <Row extends object>(
  db: Db,
  table: SearchedTable,
  { query, words, columns }: { query: ParsedQuery; words: SearchedWords; columns: string },
): Promise<Row[]> => {
  const { required } = words
  if (required.length === 0) return []
  const isFrequent = Math.min(...required.map(({ count }) => count.names)) > maxIndexedRows
  const { rows } = await db.query<Row>({
    name: `suggest-${table.name}-${isFrequent ? 'frequent' : 'rare'}`,
    text: suggestionsOf(table, { columns, isFrequent }),
    values: [
      fullQuery(words),
      positiveQuery(rarest(required)),
      query.required.map((term) => term.text).join(' '),
      positiveQuery(required, 'AB'),
    ],
  })
  return rows
}

const rarest = (required: readonly IndexedTerm[]): IndexedTerm[] =>
  required.toSorted((one, other) => one.count.names - other.count.names).slice(0, 2)

const suggestionsOf = (
  { search, reference, name, names, isPublic, strength, top }: SearchedTable,
  { columns, isFrequent }: { columns: string; isFrequent: boolean },
): string => {
  const ofWords = isFrequent
    ? `SELECT ${reference} FROM (
         SELECT id FROM ${name} WHERE ${isPublic} ORDER BY ${top} LIMIT ${maxWalkedRows}
       ) AS strongest
       CROSS JOIN LATERAL (
         SELECT ${reference} FROM ${search} WHERE ${reference} = id AND words @@ $4::tsquery OFFSET 0
       ) AS found`
    : `SELECT ${reference} FROM (
         SELECT ${reference}, words FROM ${search}
         WHERE ${names} @@ $2::tsquery AND (words @@ $1::tsquery) IS TRUE
           AND (words @@ $4::tsquery) IS TRUE LIMIT ${maxIndexedRows}
       ) AS found`
  return `SELECT ${columns}
    FROM (SELECT $1::tsquery, $2::tsquery, search_fold($3::text) AS folded, $4::tsquery) AS given
    CROSS JOIN LATERAL (
      (${ofWords})
      UNION
      (SELECT ${reference} FROM ${search}
       WHERE ${search}.name >= folded AND ${search}.name < folded || chr(1114111)
       ORDER BY ${search}.name LIMIT ${maxRowsOfName})
    ) AS ids
    CROSS JOIN LATERAL (SELECT name AS folded_name FROM ${search} AS texts
      WHERE texts.${reference} = ids.${reference} LIMIT 1) AS texts
    CROSS JOIN LATERAL (
      SELECT * FROM ${name} WHERE id = ids.${reference} AND ${isPublic} LIMIT 1
    ) AS rows
    ORDER BY folded_name = folded DESC, starts_with(folded_name, folded) DESC, ${strength} DESC, id
    LIMIT ${suggestionsLimit}`
}
