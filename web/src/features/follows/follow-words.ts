import { countryName } from '@answerable/contracts/countries'
import type { Follow, FollowKind } from '@answerable/contracts/follows'
import { boycottPath, businessPath, countryPath, pages } from '@answerable/contracts/pages'
import { categories } from '@answerable/contracts/submissions'

export const followKindLabels = {
  submission: 'Boycott',
  business: 'Business',
  country: 'Country',
  category: 'Category',
  search: 'Search',
} as const satisfies Record<FollowKind, string>

/** The name of a followed thing. */
export const followName = ({ submission, business, country, category, search }: Follow): string => {
  if (submission !== null) return submission.targetName
  if (business !== null) return business.name
  if (country !== null) return countryName(country)
  if (category !== null) return categories[category]
  if (search !== null) return searchName(search)
  return 'No longer public'
}

/** The page of a followed thing; null if it is no longer public. */
export const followAddress = (follow: Follow): string | null => {
  const { submission, business, country, category, search } = follow
  if (submission !== null) return boycottPath(submission.id)
  if (business !== null) return businessPath(business.slug)
  if (country !== null) return countryPath(country)
  if (category !== null) return `${pages.home}?${new URLSearchParams({ category })}`
  if (search !== null) return `${pages.search}?${new URLSearchParams(givenIn(search))}`
  return null
}

const givenIn = (search: NonNullable<Follow['search']>): [string, string][] =>
  Object.entries(search).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))

const searchName = ({ q, category, country }: NonNullable<Follow['search']>): string => {
  const filters = [
    ...(category === undefined ? [] : [categories[category]]),
    ...(country === undefined ? [] : [countryName(country)]),
  ]
  return filters.length === 0 ? `“${q}”` : `“${q}” in ${filters.join(', ')}`
}
