import type { RouteRequest } from '@answerable/contracts/route'
import type { search } from '@answerable/contracts/search'
import { type Period, periodDays } from '@answerable/contracts/submissions'
import { type Db, onlyRow } from '@answerable/service-kit/db'
import { maxFilteredRows } from './plan.ts'
import type { SearchedTable } from './tables.ts'

type Request = RouteRequest<typeof search>['query']

export type Filters = Pick<Request, 'category' | 'country' | 'status' | 'business' | 'period'>

export const isFiltered = ({ category, country, status, business, period }: Filters): boolean =>
  [category, country, status, business].some((value) => value !== undefined) || period !== 'all'

/** Identifies the SQL of the filters. */
export const filterNames = ({ category, country, status, business, period }: Filters): string[] => [
  period,
  ...(category === undefined ? [] : ['kind']),
  ...(country === undefined ? [] : ['in']),
  ...(status === undefined ? [] : ['is']),
  ...(business === undefined ? [] : ['firm']),
]

/** The length of a period in SQL. */
const intervalOf = (period: Exclude<Period, 'all'>): string =>
  `interval '${periodDays[period]} days'`

/** The filters as SQL on public rows or their facets; appends their values. */
export const conditionsOf = (
  table: SearchedTable,
  { category, country, status, business, period }: Filters,
  values: unknown[],
): string => {
  const conditions = ['true']
  if (category !== undefined) conditions.push(`${table.category} = $${values.push(category)}`)
  if (country !== undefined) conditions.push(`country = $${values.push(country)}`)
  if (status !== undefined && table.hasStatus) conditions.push(`status = $${values.push(status)}`)
  if (business !== undefined && table.business !== null)
    conditions.push(`${table.business} = $${values.push(business)}`)
  if (period !== 'all') conditions.push(`created_at >= now() - ${intervalOf(period)}`)
  return conditions.join(' AND ')
}

/** At least as many public rows as pass the filters, from counters. */
export const countPassing = async (
  db: Db,
  { name }: SearchedTable,
  { category, country, status, business, period }: Filters,
): Promise<number> => {
  const ofStatus = name === 'submissions' && status !== undefined
  const { rows } = await db.query<{ passing: number }>({
    name: `count-passing-${name}-${period}${ofStatus ? '-status' : ''}`,
    text: `SELECT least(coalesce(${counts[name](period, ofStatus)}, 0), ${ofBusiness})::integer AS passing`,
    values: [
      category ?? '',
      country ?? '',
      name === 'submissions' ? (business ?? '') : '',
      ...(ofStatus ? [status] : []),
    ],
  })
  return onlyRow(rows).passing
}

/** Without a business, null. */
const ofBusiness = `(
  SELECT coalesce(sum(boycott_count), 0) FROM businesses WHERE id = $3 HAVING $3 <> ''
)`

const counts: Readonly<
  Record<SearchedTable['name'], (period: Period, ofStatus: boolean) => string>
> = {
  submissions: (period, ofStatus) => {
    const table = ofStatus ? 'status_counts' : 'public_counts'
    const status = ofStatus ? 'AND status = $4' : ''
    const ofAllTime = `(SELECT count FROM ${table}
      WHERE category = $1 AND country = $2 AND day = '-infinity' ${status})`
    if (period === 'all') return ofAllTime
    // Days are not counted for a category in a country.
    const ofDays = (category: string, country: string) => `coalesce((
      SELECT sum(count) FROM ${table} WHERE category = ${category} AND country = ${country} ${status}
        AND day >= ((now() - ${intervalOf(period)}) AT TIME ZONE 'UTC')::date), 0)`
    return `least(${ofAllTime}, ${ofDays('$1', "''")}, ${ofDays("''", '$2')})`
  },
  // Periods are not counted, except those of few businesses.
  businesses: (period) => {
    const ofAllTime = `(SELECT sum(value) FROM business_counts
      WHERE $1 IN ('', kind) AND $2 IN ('', country))`
    if (period === 'all') return ofAllTime
    return `least(${ofAllTime}, (
      SELECT CASE WHEN count(*) <= ${maxFilteredRows} THEN count(*) END FROM (
        SELECT FROM businesses WHERE listed AND created_at >= now() - ${intervalOf(period)}
        LIMIT ${maxFilteredRows + 1}
      ) AS of_period))`
  },
}
