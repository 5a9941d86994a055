import { businessSorts } from '@answerable/contracts/businesses'
import { pages } from '@answerable/contracts/pages'
import { type Category, categories } from '@answerable/contracts/submissions'
import type { BusinessesPlace } from '../../features/businesses/business-queries.ts'
import { readPage } from '../../ui/paging.ts'
import { readCountry } from '../../ui/read-country.ts'

const maxQueryLength = 120

/** From an address, with defaults for missing or invalid values. */
export const readBusinessesPlace = (search: URLSearchParams): BusinessesPlace => {
  const query = (search.get('query') ?? '').trim().slice(0, maxQueryLength)
  const kind = search.get('kind') ?? ''
  const country = readCountry(search.get('country'))
  return {
    page: readPage(search.get('page')),
    sort: businessSorts.find((one) => one === search.get('sort')) ?? 'name',
    ...(query === '' ? {} : { query }),
    ...(Object.hasOwn(categories, kind) ? { kind: kind as Category } : {}),
    ...(country === undefined ? {} : { country }),
  }
}

/** Address of a page of the directory, without default values. */
export const businessesAddress = ({
  page,
  sort,
  query,
  kind,
  country,
}: BusinessesPlace): string => {
  const search = new URLSearchParams()
  if (query !== undefined) search.set('query', query)
  if (kind !== undefined) search.set('kind', kind)
  if (country !== undefined) search.set('country', country)
  if (sort !== 'name') search.set('sort', sort)
  if (page !== 1) search.set('page', String(page))
  return search.size === 0 ? pages.businesses : `${pages.businesses}?${search}`
}
