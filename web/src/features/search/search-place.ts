import { pages } from '@answerable/contracts/pages'
import {
  type SearchSort,
  type SearchType,
  searchSorts,
  searchTextLimits,
  searchTypes,
} from '@answerable/contracts/search'
import {
  type Category,
  categories,
  type Period,
  periods,
  type Status,
} from '@answerable/contracts/submissions'
import { readPage } from '../../ui/paging.ts'
import { readBusinessId } from '../../ui/read-business-id.ts'
import { readCountry } from '../../ui/read-country.ts'
import { readStatus } from '../../ui/read-status.ts'

/** A page of results. Absent filters are not applied. */
export type SearchPlace = {
  text: string
  type: SearchType
  sort: SearchSort
  page: number
  isExact: boolean
  category?: Category
  country?: string
  /** Of boycotts only. */
  status?: Status
  /** Id; of boycotts only. */
  business?: string
  period?: Exclude<Period, 'all'>
}

/** From an address, with defaults for missing or invalid values. */
export const readSearchPlace = (search: URLSearchParams): SearchPlace => {
  const type = searchTypes.find((one) => one === search.get('type')) ?? 'boycotts'
  const category = search.get('category') ?? ''
  const country = readCountry(search.get('country'))
  const status = readStatus(search.get('status'))
  const business = readBusinessId(search.get('business'))
  const period = periods.find((one) => one === search.get('period'))
  return {
    text: (search.get('q') ?? '').trim().slice(0, searchTextLimits.max),
    type,
    sort: searchSorts.find((one) => one === search.get('sort')) ?? 'relevance',
    page: readPage(search.get('page')),
    isExact: search.get('exact') === 'true',
    ...(Object.hasOwn(categories, category) ? { category: category as Category } : {}),
    ...(country === undefined ? {} : { country }),
    ...(status === undefined || type === 'businesses' ? {} : { status }),
    ...(business === undefined || type === 'businesses' ? {} : { business }),
    // Businesses have no age.
    ...(period === undefined || period === 'all' || type === 'businesses' ? {} : { period }),
  }
}

/** The address of a page of results, without default values. */
export const searchAddress = (place: SearchPlace): string => {
  const { type, page } = place
  const search = new URLSearchParams({ q: place.text })
  if (type !== 'boycotts') search.set('type', type)
  for (const [name, value] of Object.entries(searchQueryOf(place))) {
    if (value !== undefined && name !== 'q') search.set(name, value)
  }
  if (page !== 1) search.set('page', String(page))
  return `${pages.search}?${search}`
}

export const searchQueryOf = ({ text, sort, isExact, ...filters }: SearchPlace) => ({
  q: text,
  category: filters.category,
  country: filters.country,
  status: filters.status,
  business: filters.business,
  period: filters.period,
  sort: sort === 'relevance' ? undefined : sort,
  exact: isExact ? ('true' as const) : undefined,
})
