import {
  type Category,
  categories,
  periods,
  type Sort,
  sorts,
} from '@answerable/contracts/submissions'
import type { FeedFilters, FeedPlace } from '../../features/submissions/submission-queries.ts'
import { readPage } from '../../ui/paging.ts'
import { readBusinessId } from '../../ui/read-business-id.ts'
import { readCountry } from '../../ui/read-country.ts'
import { readStatus } from '../../ui/read-status.ts'

/** Page, sort and filters from an address, with defaults for missing or invalid values. */
export const readFeedPlace = (search: URLSearchParams): FeedPlace => {
  const sort = readSort(search.get('sort'))
  return { page: readPage(search.get('page')), sort, ...readFilters(search, sort) }
}

/** Address of a page of the feed, without default values. */
export const feedAddress = ({ page, sort, ...filters }: FeedPlace): string => {
  const search = new URLSearchParams()
  if (sort !== 'hot') search.set('sort', sort)
  for (const name of filterNames) {
    const value = filters[name]
    if (value !== undefined && (name !== 'period' || sort === 'top')) search.set(name, value)
  }
  if (page !== 1) search.set('page', String(page))
  return search.size === 0 ? '/' : `/?${search}`
}

const filterNames = ['category', 'country', 'status', 'business', 'period'] as const

export const isFiltered = (place: FeedPlace): boolean =>
  filterNames.some((name) => place[name] !== undefined)

/** The first page without filters. */
export const unfiltered = ({ sort }: FeedPlace): FeedPlace => ({ page: 1, sort })

const readFilters = (search: URLSearchParams, sort: Sort): FeedFilters => {
  const category = search.get('category') ?? ''
  const country = readCountry(search.get('country'))
  const status = readStatus(search.get('status'))
  const business = readBusinessId(search.get('business'))
  const period = periods.find((one) => one === search.get('period'))
  return {
    ...(Object.hasOwn(categories, category) ? { category: category as Category } : {}),
    ...(country === undefined ? {} : { country }),
    ...(status === undefined ? {} : { status }),
    ...(business === undefined ? {} : { business }),
    ...(period === undefined || period === 'all' || sort !== 'top' ? {} : { period }),
  }
}

const readSort = (value: string | null): Sort => sorts.find((sort) => sort === value) ?? 'hot'
