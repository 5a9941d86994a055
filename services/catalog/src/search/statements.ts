import { maxSearchResults, type SearchSort } from '@answerable/contracts/search'
import { asOne } from '@answerable/service-kit/db'
import { conditionsOf, type Filters, filterNames, isFiltered } from './filters.ts'
import { isOfFrequentWords, type Plan } from './plan.ts'
import type { SearchedTable } from './tables.ts'
import { frequentKeyQuery, fullQuery, keyQuery, positiveQuery } from './tsqueries.ts'
import type { SearchedWords } from './words.ts'

export type Search = {
  words: SearchedWords
  /** The whole text without excluded terms. */
  text: string
  sort: SearchSort
  filters: Filters
}

/** A search in one of the sources of its plan. */
export type SourceQuery = Search & { source: keyof Plan; plan: Plan }

type NamedStatement = { name: string | undefined; text: string; values: unknown[] }

/** The hits of a source with their relevance, strength and creation. */
export const statementFor = (
  table: SearchedTable,
  { words, text, sort, filters, source, plan }: SourceQuery,
): NamedStatement => {
  const { required } = words
  const whole = fullQuery(words)
  const keyOfIndex = isOfFrequentWords(plan) ? frequentKeyQuery(required) : keyQuery(required)
  const isExact = whole === keyOfIndex
  const values: unknown[] = [
    whole,
    plan[source],
    keyOfIndex,
    positiveQuery(required),
    positiveQuery(required, 'AB'),
    text,
  ]
  const conditions = conditionsOf(table, filters, values)
  const isRanked = sort === 'relevance'
  const columns = `id, ${isRanked ? relevanceOf(table) : '0::real'} AS relevance,
    ${table.strength} AS strength, created_at`
  const order = isRanked
    ? `relevance DESC, strength DESC, ${table.newest}`
    : sort === 'new'
      ? table.newest
      : table.top
  return {
    // Without a name, the statement is planned for its values: filters differ in the number of rows that pass.
    name: source === 'filtered' ? undefined : nameOf(table, { source, sort, isExact, filters }),
    text: statementOf(table, {
      columns,
      conditions,
      order,
      source,
      sort,
      isExact,
      isOfStrongest: isRanked && !isFiltered(filters),
    }),
    values,
  }
}

/** PostgreSQL cuts names after 63 characters; the longest has 59 with the prefix of its caller. */
const nameOf = (
  { name }: SearchedTable,
  {
    source,
    sort,
    isExact,
    filters,
  }: Pick<SourceQuery, 'source' | 'sort' | 'filters'> & { isExact: boolean },
): string => [name, source, sort, ...(isExact ? ['all'] : []), ...filterNames(filters)].join('-')

/**
 * The parameters, so that the planner does not see their values: with them it would plan each call anew, which takes
 * longer than reading the rows.
 */
const [everything, most, key, positive, inNames, folded] = [
  asOne('$1::tsquery'),
  asOne('$2::bigint'),
  asOne('$3::tsquery'),
  asOne('$4::tsquery'),
  asOne('$5::tsquery'),
  asOne('search_fold($6::text)'),
]
/** All parameters of every statement have a type, also those that it does not use. */
const parameters =
  '(SELECT $1::tsquery, $2::bigint, $3::tsquery, $4::tsquery, $5::tsquery, $6::text) AS given'

type Statement = {
  columns: string
  conditions: string
  order: string
  source: keyof Plan
  sort: SearchSort
  /** Whether the rows of the index need no comparison with the whole query. */
  isExact: boolean
  isOfStrongest: boolean
}

const statementOf = (table: SearchedTable, statement: Statement): string => {
  if (statement.source === 'walked')
    return statement.isOfStrongest ? walkStrongest(table, statement) : walk(table, statement)
  return statement.source === 'filtered' ? compare(table, statement) : lookUp(table, statement)
}

/**
 * Rows with the rarest words, from the index. Only these few rows are compared with the whole query.
 */
const lookUp = (
  { search, reference, name, names, isPublic }: SearchedTable,
  { columns, conditions, order, source, isExact }: Omit<Statement, 'sort'>,
): string => `SELECT ${columns}
  FROM ${parameters}, (
    SELECT ${reference}, words, ${search}.name AS folded_name, business_id AS of_business FROM ${search}
    WHERE ${source === 'named' ? names : 'words'} @@ ${key} LIMIT ${most}
  ) AS found
  CROSS JOIN LATERAL (
    SELECT * FROM ${name} WHERE id = ${reference} AND ${isPublic} AND ${conditions} LIMIT 1
  ) AS rows
  WHERE ${isExact ? 'true' : `words @@ ${everything}`}
  ORDER BY ${order} LIMIT ${maxSearchResults}`

/** The strongest rows in their order, until enough of them match. */
const walkStrongest = (
  { strongest, reference, name, isPublic }: SearchedTable,
  { columns }: Pick<Statement, 'columns'>,
): string => `SELECT ${columns}
  FROM ${parameters}, (
    SELECT ${reference}, words, folded_name, of_business FROM (
      SELECT ${reference}, words, ${strongest}.name AS folded_name, business_id AS of_business
      FROM ${strongest} ORDER BY strength DESC, ${reference} LIMIT ${most}
    ) AS strongest
    WHERE words @@ ${everything} LIMIT ${maxSearchResults}
  ) AS found
  CROSS JOIN LATERAL (SELECT * FROM ${name} WHERE id = ${reference} AND ${isPublic} LIMIT 1) AS rows`

/** Rows in the order of an index, until enough of them match. */
const walk = (
  { search, reference, name, isPublic, newest, top }: SearchedTable,
  { columns, conditions, sort }: Pick<Statement, 'columns' | 'conditions' | 'sort'>,
): string => `SELECT ${columns}
  FROM ${parameters}, (
    SELECT * FROM ${name} WHERE ${isPublic} ORDER BY ${sort === 'new' ? newest : top} LIMIT ${most}
  ) AS rows
  CROSS JOIN LATERAL (
    SELECT words, ${search}.name AS folded_name, business_id AS of_business FROM ${search}
    WHERE ${reference} = id AND words @@ ${everything} OFFSET 0
  ) AS found
  WHERE ${conditions}
  LIMIT ${maxSearchResults}`

/** Rows that pass the filters, the newest first; by time, until enough of them match. */
const compare = (
  { search, reference, name, facets, facetId, isPublic }: SearchedTable,
  { columns, conditions, order, sort }: Omit<Statement, 'source' | 'isExact'>,
): string => `SELECT ${columns}
  FROM ${parameters}, (
    SELECT ${facetId} AS passing_id FROM ${facets} WHERE ${isPublic} AND ${conditions}
    ORDER BY created_at DESC, ${facetId} LIMIT $2
  ) AS passing
  CROSS JOIN LATERAL (
    SELECT words, ${search}.name AS folded_name, business_id AS of_business FROM ${search}
    WHERE ${reference} = passing_id AND words @@ ${everything} OFFSET 0
  ) AS found
  CROSS JOIN LATERAL (SELECT * FROM ${name} WHERE id = passing_id LIMIT 1) AS rows
  ${sort === 'new' ? '' : `ORDER BY ${order}`}
  LIMIT ${maxSearchResults}`

/**
 * Names weigh most: the whole name, any name of the business, the beginning of the name, all words in names. Then the
 * weights of the words, and a little the strength.
 */
const relevanceOf = ({ strength }: SearchedTable): string =>
  `(ts_rank('{0.05, 0.2, 0.6, 1}', words, ${positive})
    + CASE WHEN folded_name = ${folded} THEN 4 WHEN starts_with(folded_name, ${folded}) THEN 1.5 ELSE 0 END
    + CASE WHEN of_business = (SELECT business_id FROM business_names WHERE key = match_key($6::text))
        THEN 3 ELSE 0 END
    + CASE WHEN words @@ ${inNames} THEN 1 ELSE 0 END
    + 0.02 * ln(greatest(${strength}, 0) + 1))::real`
