import type { RouteResponse } from '@answerable/contracts/route'
import { type suggest, suggestionsLimit } from '@answerable/contracts/search'
import { asOne, type Db, onlyRow } from '@answerable/service-kit/db'
import { correct, similarWords } from './corrections.ts'
import { type ParsedQuery, parseQuery } from './query.ts'
import { type SearchedTable, searchedBusinesses, searchedSubmissions } from './tables.ts'
import { fullQuery, positiveQuery } from './tsqueries.ts'
import { type IndexedTerm, readWordsOfNames, type WordsOfNames } from './words.ts'

type Suggestions = RouteResponse<typeof suggest>
type Kind = keyof Suggestions

/** Rows whose names are compared when the words are frequent, the strongest first. */
const maxWalkedRows = 300
const maxIndexedRows = 300
const maxRowsOfName = 50

const tables: Readonly<Record<Kind, SearchedTable>> = {
  businesses: searchedBusinesses,
  boycotts: searchedSubmissions,
}

/** Keys and values of a suggestion, as SQL. */
const fields: Readonly<Record<Kind, string>> = {
  businesses: `'id', id, 'slug', slug, 'name', name, 'boycottCount', boycott_count`,
  boycotts: `'id', id, 'targetName', target_name, 'location', location, 'score', score`,
}

/** Businesses and submissions whose names have these words, or begin with the text. */
export const suggestNames = async (db: Db, text: string): Promise<Suggestions> => {
  const query = parseQuery(text)
  const words = await readWordsOfNames(db, query)
  const found: Suggestions = {
    ...{ businesses: [], boycotts: [] },
    ...(await findNames(db, ['businesses', 'boycotts'], { query, words })),
  }
  const corrections = new Map<string, Kind[]>()
  const readSimilar = similarWords(db)
  for (const kind of kindsWithout(found)) {
    const table = tables[kind]
    const misspelt = { table, query, words: words[table.name], readSimilar }
    for (const corrected of await correct(db, misspelt))
      corrections.set(corrected, [...(corrections.get(corrected) ?? []), kind])
  }
  for (const [corrected, kinds] of corrections) {
    const missing = kindsWithout(found).filter((kind) => kinds.includes(kind))
    if (missing.length === 0) continue
    const other = parseQuery(corrected)
    const otherWords = await readWordsOfNames(db, other)
    Object.assign(found, await findNames(db, missing, { query: other, words: otherWords }))
  }
  return found
}

const kindsWithout = (found: Suggestions): Kind[] =>
  (['businesses', 'boycotts'] as const).filter((kind) => found[kind].length === 0)

/** The suggestions of these kinds, in one statement. */
const findNames = async (
  db: Db,
  kinds: readonly Kind[],
  { query, words }: { query: ParsedQuery; words: WordsOfNames },
): Promise<Partial<Suggestions>> => {
  const { required } = words.submissions
  if (required.length === 0) return {}
  const parts = kinds.map((kind) => {
    const counts = words[tables[kind].name].required.map(({ count }) => count.names)
    return { kind, isFrequent: Math.min(...counts) > maxIndexedRows }
  })
  const { rows } = await db.query<Partial<Suggestions>>({
    name: ['suggest', ...parts.flatMap((part) => [part.kind, part.isFrequent])].join('-'),
    text: `WITH given AS MATERIALIZED (
        SELECT $1::tsquery, $2::tsquery, $3::tsquery, $4::tsquery, search_fold($5::text) AS folded
      )
      SELECT ${parts.map((part) => `(${suggestionsOf(part)}) AS ${part.kind}`).join()}`,
    values: [
      fullQuery(words.submissions),
      positiveQuery(required, 'AB'),
      positiveQuery(rarest(words.businesses.required)),
      positiveQuery(rarest(required)),
      query.required.map((term) => term.text).join(' '),
    ],
  })
  return onlyRow(rows)
}

const rarest = (required: readonly IndexedTerm[]): IndexedTerm[] =>
  required.toSorted((one, other) => one.count.names - other.count.names).slice(0, 2)

const everything = asOne('$1::tsquery')
const inNames = asOne('$2::tsquery')
const keys: Readonly<Record<Kind, string>> = {
  businesses: asOne('$3::tsquery'),
  boycotts: asOne('$4::tsquery'),
}
const folded = '(SELECT folded FROM given)'

/** Suggestions of one kind as a JSON array. */
const suggestionsOf = ({ kind, isFrequent }: { kind: Kind; isFrequent: boolean }): string => {
  const { search, reference, name, isPublic, strength } = tables[kind]
  return `SELECT coalesce(json_agg(json_build_object(${fields[kind]})), '[]') FROM (
      SELECT rows.* FROM (
        (${isFrequent ? strongestNames(kind) : indexedNames(kind)})
        UNION
        (SELECT ${reference}, ${search}.name FROM ${search}
         WHERE ${search}.name >= ${folded} AND ${search}.name < ${folded} || chr(1114111)
         ORDER BY ${search}.name LIMIT ${maxRowsOfName})
      ) AS names (found_id, folded_name)
      CROSS JOIN LATERAL (SELECT * FROM ${name} WHERE id = found_id AND ${isPublic} LIMIT 1) AS rows
      ORDER BY folded_name = ${folded} DESC, starts_with(folded_name, ${folded}) DESC,
        ${strength} DESC, id
      LIMIT ${suggestionsLimit}
    ) AS best`
}

const indexedNames = (kind: Kind): string => {
  const { search, reference, names } = tables[kind]
  return `SELECT ${reference}, ${search}.name FROM ${search}
    WHERE ${names} @@ ${keys[kind]} AND (words @@ ${everything}) IS TRUE
      AND (words @@ ${inNames}) IS TRUE
    LIMIT ${maxIndexedRows}`
}

/** Rows in the order of their strength, until enough of their names begin with the text. */
const strongestNames = (kind: Kind): string => {
  const { strongest, reference } = tables[kind]
  return `SELECT ${reference}, name FROM (
      SELECT ${reference}, name,
        -- PostgreSQL stops at the first row with more.
        count(beginning) OVER (ORDER BY strength DESC, ${reference} ROWS UNBOUNDED PRECEDING)
          AS beginnings
      FROM (
        SELECT *, CASE WHEN starts_with(name, ${folded}) THEN 1 END AS beginning FROM ${strongest}
        ORDER BY strength DESC, ${reference} LIMIT ${maxWalkedRows}
      ) AS strongest
      WHERE words @@ ${inNames}
    ) AS counted WHERE beginnings <= ${suggestionsLimit}`
}
