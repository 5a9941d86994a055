import { countryPath } from '@answerable/contracts/pages'
import type { BusinessesPlace } from '../../features/businesses/business-queries.ts'
import type { FeedPlace } from '../../features/submissions/submission-queries.ts'
import { readPage } from '../../ui/paging.ts'

type CountryTab = 'boycotts' | 'businesses'
export type CountryPlace = { country: string; tab: CountryTab; page: number }

export const readCountryPlace = (country: string, search: URLSearchParams): CountryPlace => ({
  country,
  tab: search.get('tab') === 'businesses' ? 'businesses' : 'boycotts',
  page: readPage(search.get('page')),
})

export const countryAddress = ({ country, tab, page }: CountryPlace): string => {
  const search = new URLSearchParams()
  if (tab !== 'boycotts') search.set('tab', tab)
  if (page !== 1) search.set('page', String(page))
  return search.size === 0 ? countryPath(country) : `${countryPath(country)}?${search}`
}

export const boycottsIn = ({ country, page }: CountryPlace): FeedPlace => ({
  page,
  sort: 'hot',
  country,
})

export const businessesIn = ({ country, page }: CountryPlace): BusinessesPlace => ({
  page,
  sort: 'boycotts',
  country,
})
