import { maxSearchResults, type SearchSort } from '@answerable/contracts/search'
import type { Db } from '@answerable/service-kit/db'
import { type Filters, isFiltered } from './filters.ts'
import { type Plan, planOf, type RowCounts, rarePlanOf, rarestOf } from './plan.ts'
import { type Search, type SourceQuery, statementFor } from './statements.ts'
import type { SearchedTable } from './tables.ts'
import { frequent, type IndexedTerm } from './words.ts'

type Hit = { id: string; relevance: number; strength: number; createdAt: number }

/** The ids of the best matches, at most `maxSearchResults`. */
export const findMatches = async (
  db: Db,
  table: SearchedTable,
  { countRows, ...search }: Search & { countRows: () => Promise<RowCounts> },
): Promise<string[]> => {
  const { sort, filters, words } = search
  const { required } = words
  if (required.length === 0) return []
  const plan =
    rarePlanOf(required, sort) ??
    planOf(required, {
      ...(frequentRowsOf(required, filters) ?? (await countRows())),
      sort,
      isFiltered: isFiltered(filters),
    })
  const [first, ...others] = sourcesOf(plan)
  if (first !== undefined && others.length === 0)
    return readOnlySource(db, table, { ...search, source: first, plan })
  const found = new Map<string, Hit>()
  for (const source of sourcesOf(plan)) {
    if (source === 'indexed' && found.size >= maxSearchResults) break
    for (const hit of await readSource(db, table, { ...search, source, plan }))
      found.set(hit.id, hit)
  }
  return [...found.values()]
    .toSorted(comparisons[sort])
    .slice(0, maxSearchResults)
    .map(({ id }) => id)
}

/** Without filters, as many rows as have the rarest word, which are enough to choose a plan. Null if not known. */
const frequentRowsOf = (required: readonly IndexedTerm[], filters: Filters): RowCounts | null => {
  const rows = rarestOf(required)
  return isFiltered(filters) || rows === frequent.all ? null : { rows, passing: rows }
}

const sourcesOf = (plan: Plan): (keyof Plan)[] =>
  (['filtered', 'named', 'walked', 'indexed'] as const).filter((source) => plan[source] > 0)

const byId = (one: Hit, other: Hit): number => (one.id < other.id ? -1 : 1)
const byTime = (one: Hit, other: Hit): number => other.createdAt - one.createdAt || byId(one, other)
const byStrength = (one: Hit, other: Hit): number =>
  other.strength - one.strength || byTime(one, other)

const comparisons: Readonly<Record<SearchSort, (one: Hit, other: Hit) => number>> = {
  relevance: (one, other) => other.relevance - one.relevance || byStrength(one, other),
  new: byTime,
  top: byStrength,
}

type Row = [id: string, relevance: number, strength: number, createdAt: number]

/** Hits of one of several sources. */
const readSource = async (db: Db, table: SearchedTable, query: SourceQuery): Promise<Hit[]> => {
  const { name, text, values } = statementFor(table, query)
  const { rows } = await db.query<Row>({
    name,
    rowMode: 'array',
    text: `SELECT id, relevance, strength, extract(epoch FROM created_at)::float8 * 1000
      FROM (${text}) AS hits`,
    values,
  })
  return rows.map(([id, relevance, strength, createdAt]) => ({
    id,
    relevance,
    strength,
    createdAt,
  }))
}

/** Ordered ids in one value: 300 rows would take longer to send and to read than to find. */
const readOnlySource = async (
  db: Db,
  table: SearchedTable,
  query: SourceQuery,
): Promise<string[]> => {
  const { name, text, values } = statementFor(table, query)
  const { rows } = await db.query<{ ids: string | null }>({
    name: name && `ids-${name}`,
    text: `SELECT string_agg(id, ' ' ORDER BY ${orders[query.sort]}) AS ids FROM (${text}) AS hits`,
    values,
  })
  return rows[0]?.ids?.split(' ') ?? []
}

/** The comparisons in SQL. */
const orders: Readonly<Record<SearchSort, string>> = {
  relevance: 'relevance DESC, strength DESC, created_at DESC, id',
  new: 'created_at DESC, id',
  top: 'strength DESC, created_at DESC, id',
}
