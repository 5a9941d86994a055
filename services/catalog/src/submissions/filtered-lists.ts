import type { Sort } from '@answerable/contracts/submissions'
import { type Db, onlyRow } from '@answerable/service-kit/db'
import { LRUCache } from 'lru-cache'
import { conditionsOf, type Filter, filterKey } from './filters.ts'
import { orders } from './orders.ts'
import { type Lifetime, lifetimeSince } from './search-lifetime.ts'
import { publicSubmissions } from './store.ts'

/** The part of a list that a page shows. */
type Excerpt = {
  ids: readonly string[]
  /** The number of submissions that the filter matches. */
  total: number
}

export type FilteredLists = {
  /** The ids from a rank on, counted from 0, and the total of the list. */
  read: (list: { sort: Sort; filter: Filter }, rank: number, limit: number) => Promise<Excerpt>
}

type List = Lifetime & {
  /** The ids in the order of the list, eight characters each. */
  ids: string
  total: number
  /** The number of ids that the search looked for; there are fewer if the list is shorter. */
  depth: number
}

const idLength = 8
const minDepth = 300
const maxBytes = 16 * 1_048_576
/** Approximate size of a list without its ids. */
const emptyListBytes = 300

/**
 * Caches the ids of filtered lists, down to the deepest requested page, for at least a second. An index per filter and
 * order would make every vote more expensive. The contents of the rows are not cached here.
 */
export const openFilteredLists = (db: Db): FilteredLists => {
  const lists = new LRUCache<string, List>({
    maxSize: maxBytes,
    sizeCalculation: ({ ids }) => ids.length + emptyListBytes,
  })
  const searches = new Map<string, Promise<List>>()
  let lastSearch: Promise<unknown> = Promise.resolve()

  const search = async (key: string, sort: Sort, filter: Filter, depth: number): Promise<List> => {
    const startedAt = performance.now()
    const found = await findIds(db, { sort, filter, depth })
    const list = { ...found, depth, ...lifetimeSince(startedAt) }
    lists.set(key, list)
    return list
  }

  /** Concurrent callers share a search, and one search runs at a time. */
  const searchOnce = (key: string, sort: Sort, filter: Filter, depth: number): Promise<List> => {
    const underWay = searches.get(key)
    if (underWay !== undefined) return underWay
    const started = lastSearch
      .catch(() => {})
      .then(() => search(key, sort, filter, depth))
      .finally(() => searches.delete(key))
    lastSearch = started
    searches.set(key, started)
    return started
  }

  return {
    read: async ({ sort, filter }, rank, limit) => {
      const key = `${sort},${filterKey(filter)}`
      const known = lists.get(key)
      const needed = rank + limit
      // At least as deep as before, so that deeper pages stay covered.
      const depth = Math.max(minDepth, known?.depth ?? 0, needed)
      const now = performance.now()
      if (known !== undefined && now <= known.usableUntil && known.depth >= needed) {
        if (now > known.freshUntil) searchOnce(key, sort, filter, depth).catch(() => {})
        return excerpt(known, rank, limit)
      }
      const found = await searchOnce(key, sort, filter, depth)
      // A search that another caller started may be less deep.
      const isDeepEnough = found.depth >= needed
      return excerpt(isDeepEnough ? found : await searchOnce(key, sort, filter, depth), rank, limit)
    },
  }
}

const excerpt = ({ ids, total }: List, rank: number, limit: number): Excerpt => {
  const part = ids.slice(rank * idLength, (rank + limit) * idLength)
  const count = part.length / idLength
  return {
    ids: Array.from({ length: count }, (_, at) => part.substr(at * idLength, idLength)),
    total,
  }
}

type Search = { sort: Sort; filter: Filter; depth: number }

const findIds = async (db: Db, search: Search): Promise<Pick<List, 'ids' | 'total'>> => {
  // A business has few submissions: the list holds them all, and its length is the total.
  if (search.filter.businessId !== null) {
    const ids = await gather(db, search, null)
    return { ids, total: ids.length / idLength }
  }
  const { total, everything } = await readTotals(db, search.filter)
  if (total === 0) return { ids: '', total }
  // Walking the order reads `everything / total` rows for each one that matches; gathering reads every match and its
  // submission, about twice the work for each.
  const walked = (Math.min(search.depth, total) * everything) / total
  const isGathered = search.sort === 'new' || 2 * total < walked
  const ids = await (isGathered ? gather(db, search, search.depth) : walk(db, search))
  return { ids, total }
}

/** Reads every match; those of one filter are in the order of age in an index. */
const gather = (db: Db, { sort, filter }: Search, depth: number | null): Promise<string> => {
  const { text, values } = conditionsOf(filter)
  const matching = `(SELECT submission_id AS id, created_at FROM submission_facets WHERE ${text}) AS matching`
  const tables =
    sort === 'new'
      ? matching
      : `${matching} JOIN (SELECT id, hot, score, super_boost FROM submissions) AS ranks USING (id)`
  return readIds(db, `${tables} ORDER BY ${orders[sort].by}`, [...values, depth])
}

/** Reads the order from its top until enough rows match. */
const walk = (db: Db, { sort, filter, depth }: Search): Promise<string> => {
  const { text, values } = conditionsOf(filter)
  return readIds(db, `submissions WHERE ${text} ORDER BY ${orders[sort].by}`, [...values, depth])
}

/** `values` ends with the limit. Without a name, the statement is planned for its values. */
const readIds = async (db: Db, selection: string, values: readonly unknown[]): Promise<string> => {
  const { rows } = await db.query<{ ids: string }>(
    `SELECT coalesce(string_agg(id, ''), '') AS ids
     FROM (SELECT id FROM ${selection} LIMIT $${values.length}) AS listed`,
    [...values],
  )
  return onlyRow(rows).ids
}

/** The number of submissions that match, and of all public ones, from counters and part of a day. */
const readTotals = async (
  db: Db,
  filter: Filter,
): Promise<{ total: number; everything: number }> => {
  const { rows } = await db.query<{ total: number; everything: number }>(
    `SELECT ${totalOf(filter)} AS total, ${publicSubmissions} AS everything
     FROM (SELECT $1::text, $2::text, $3::text, $4::timestamptz) AS given`,
    [filter.category ?? '', filter.country ?? '', filter.status ?? '', filter.since ?? null],
  )
  return onlyRow(rows)
}

const sinceCondition = `approved AND ($1 = '' OR category = $1) AND ($2 = '' OR country = $2)
  AND ($3 = '' OR status = $3) AND created_at >= $4`
const startOfNextDay = `(date_trunc('day', $4::timestamptz, 'UTC') + interval '1 day')`

const totalOf = ({ category, country, status, since }: Filter): string => {
  const table = status === null ? 'public_counts' : 'status_counts'
  const inCounts = `FROM ${table} WHERE category = $1 AND country = $2
    ${status === null ? '' : 'AND status = $3'}`
  if (since === null) return `coalesce((SELECT count ${inCounts} AND day = '-infinity'), 0)`
  // Days are not counted for a category in a country.
  if (category !== null && country !== null)
    return `(SELECT count(*) FROM submission_facets WHERE ${sinceCondition})`
  return `((SELECT count(*) FROM submission_facets
      WHERE ${sinceCondition} AND created_at < ${startOfNextDay})
    + coalesce((SELECT sum(count)::bigint ${inCounts}
        AND day >= (${startOfNextDay} AT TIME ZONE 'UTC')::date), 0))`
}
