import type { RouteRequest } from '@answerable/contracts/route'
import { type listSubmissions, periodDays } from '@answerable/contracts/submissions'

type Query = RouteRequest<typeof listSubmissions>['query']

/** The submissions of a filtered list. `since` is the earliest time of creation. */
export type Filter = {
  readonly category: string | null
  readonly country: string | null
  readonly status: string | null
  readonly businessId: string | null
  readonly since: Date | null
}

const hourMilliseconds = 3_600_000

const dayMilliseconds = 24 * hourMilliseconds

/** Null for the whole feed. A period begins with a full hour, so that its list can be cached. */
export const filterOf = (
  {
    category,
    country,
    status,
    business,
    period = 'all',
  }: Pick<Query, 'category' | 'country' | 'status' | 'business' | 'period'>,
  now = Date.now(),
): Filter | null => {
  const isWhole = [category, country, status, business].every((value) => value === undefined)
  if (isWhole && period === 'all') return null
  return {
    category: category ?? null,
    country: country ?? null,
    status: status ?? null,
    businessId: business ?? null,
    since:
      period === 'all' ? null : new Date(startOfHour(now) - periodDays[period] * dayMilliseconds),
  }
}

const startOfHour = (time: number): number => Math.floor(time / hourMilliseconds) * hourMilliseconds

/** The same text for the same filter. */
export const filterKey = ({ category, country, status, businessId, since }: Filter): string =>
  [category, country, status, businessId, since?.getTime()].join()

/** SQL conditions on the columns of `submissions` or `submission_facets`, and their values. */
export const conditionsOf = ({
  category,
  country,
  status,
  businessId,
  since,
}: Filter): { text: string; values: unknown[] } => {
  const all = [
    ['category =', category],
    ['country =', country],
    ['status =', status],
    ['business_id =', businessId],
    ['created_at >=', since],
  ] as const
  const set = all.filter(([, value]) => value !== null)
  return {
    text: ['approved', ...set.map(([column], at) => `${column} $${at + 1}`)].join(' AND '),
    values: set.map(([, value]) => value),
  }
}
