import type { Business, BusinessSort, listBusinesses } from '@answerable/contracts/businesses'
import type { RouteRequest } from '@answerable/contracts/route'
import { type Db, onlyRow } from '@answerable/service-kit/db'
import { type BusinessRow, businessOf, businessRowColumns } from './rows.ts'

type Query = RouteRequest<typeof listBusinesses>['query']
type Page = { businesses: Business[]; total: number }

/** Each order with its reverse; indexes hold them without a filter, by kind and by country. */
const orders: Record<BusinessSort, { by: string; reversed: string }> = {
  name: { by: 'sort_name, id', reversed: 'sort_name DESC, id DESC' },
  newest: { by: 'created_at DESC, id', reversed: 'created_at, id DESC' },
  boycotts: {
    by: 'boycott_count DESC, sort_name, id',
    reversed: 'boycott_count, sort_name DESC, id DESC',
  },
  participants: {
    by: 'participant_count DESC, sort_name, id',
    reversed: 'participant_count, sort_name DESC, id DESC',
  },
}

/** A search returns at most this many businesses, so that common words are not counted. */
const maxMatches = 2_000
/** Matches that are compared with the filters. */
const maxGathered = 20_000

/** A page of the listed businesses, with the total. */
export const readDirectory = (db: Db, query: Query): Promise<Page> =>
  query.query === undefined || query.query === ''
    ? readAll(db, query)
    : readMatches(db, query, query.query)

/** Walks the order's index from the nearer end. */
const readAll = async (db: Db, query: Query): Promise<Page> => {
  const total = await countListed(db, query)
  const skip = (query.page - 1) * query.limit
  const size = Math.max(0, Math.min(query.limit, total - skip))
  const { by, reversed } = orders[query.sort]
  const isNearEnd = skip > total / 2
  const { where, name, values } = filterOf(query, 3)
  const { rows } = await db.query<BusinessRow>({
    name: `read-directory-${query.sort}${isNearEnd ? '-reversed' : ''}${name}`,
    text: `SELECT ${businessRowColumns} FROM (
        SELECT id FROM businesses WHERE ${where}
        ORDER BY ${isNearEnd ? reversed : by} LIMIT $1 OFFSET $2
      ) AS page JOIN businesses USING (id) ORDER BY ${by}`,
    values: [size, isNearEnd ? Math.max(0, total - skip - size) : skip, ...values],
  })
  return { businesses: rows.map(businessOf), total }
}

const countListed = async (db: Db, { kind, country }: Query): Promise<number> => {
  const { rows } = await db.query<{ total: number }>({
    name: 'count-listed-businesses',
    text: `SELECT coalesce(sum(value), 0)::integer AS total FROM business_counts
      WHERE kind = coalesce($1, kind) AND country = coalesce($2, country)`,
    values: [kind ?? null, country ?? null],
  })
  return onlyRow(rows).total
}

/** The condition of the filters, whose parameters have numbers from `first` on. */
const filterOf = (
  { kind, country }: Query,
  first: number,
): { where: string; name: string; values: string[] } => {
  const given = Object.entries({ kind, country }).flatMap(([column, value]) =>
    value === undefined ? [] : [{ column, value }],
  )
  return {
    where: ['listed', ...given.map(({ column }, at) => `${column} = $${first + at}`)].join(' AND '),
    name: given.map(({ column }) => `-by-${column}`).join(''),
    values: given.map(({ value }) => value),
  }
}

/** The words of a text and its match key, computed once for all rows. */
type Sought = { words: string; key: string }

/**
 * Few matches are sorted; for many, the order's index is walked and each business tested. With filters, more matches
 * are sorted, because the walk would be long if few of them pass.
 */
const readMatches = async (db: Db, query: Query, text: string): Promise<Page> => {
  const max = query.kind === undefined && query.country === undefined ? maxMatches : maxGathered
  const { rows } = await db.query<Sought & { ids: string[] }>({
    name: 'match-businesses',
    text: `SELECT search_query(public.without_accents($1))::text AS words, match_key($1) AS key, ARRAY(
        SELECT business_id FROM (
          SELECT business_id FROM business_names
          WHERE words @@ search_query(public.without_accents($1)) LIMIT $2
        ) AS by_words
        UNION
        SELECT business_id FROM (
          SELECT business_id FROM business_names WHERE key ^@ match_key($1) LIMIT $2
        ) AS by_key
      ) AS ids`,
    values: [text, max + 1],
  })
  const { ids, ...sought } = onlyRow(rows)
  return ids.length > max ? readCommon(db, query, sought) : readRare(db, query, ids)
}

/** The number of rows on a page of a search, which has at most `maxMatches`. */
const sizeOf = ({ page, limit }: Query): number =>
  Math.max(0, Math.min(limit, maxMatches - (page - 1) * limit))

const readRare = async (db: Db, query: Query, ids: readonly string[]): Promise<Page> => {
  const { where, name, values } = filterOf(query, 4)
  const { rows } = await db.query<BusinessRow & { total: number }>({
    name: `read-matching-businesses-${query.sort}${name}`,
    text: `SELECT ${businessRowColumns}, count(*) OVER ()::integer AS total FROM businesses
      WHERE id = ANY ($3) AND ${where} ORDER BY ${orders[query.sort].by} LIMIT $1 OFFSET $2`,
    values: [sizeOf(query), (query.page - 1) * query.limit, ids, ...values],
  })
  const isBeyondEnd = rows.length === 0 && query.page > 1
  const { total } = isBeyondEnd
    ? await readRare(db, { ...query, page: 1 }, ids)
    : { total: Math.min(rows[0]?.total ?? 0, maxMatches) }
  return { businesses: rows.map(businessOf), total }
}

const readCommon = async (db: Db, query: Query, { words, key }: Sought): Promise<Page> => {
  const { where, name, values } = filterOf(query, 5)
  const skip = (query.page - 1) * query.limit
  const size = sizeOf(query)
  const { rows } = await db.query<BusinessRow>({
    name: `walk-matching-businesses-${query.sort}${name}`,
    // Not EXISTS, for which all matching names would be read.
    text: `SELECT ${businessRowColumns} FROM businesses CROSS JOIN LATERAL (
        SELECT FROM business_names
        WHERE business_id = businesses.id AND (words @@ $1::tsquery OR key ^@ $2) LIMIT 1
      ) AS found
      WHERE ${where}
      ORDER BY ${orders[query.sort].by} LIMIT $3 OFFSET $4`,
    values: [words, key, size, skip, ...values],
  })
  // A shorter page is the last: the filters match fewer businesses than the words.
  const total = rows.length < size ? skip + rows.length : maxMatches
  return { businesses: rows.map(businessOf), total }
}
