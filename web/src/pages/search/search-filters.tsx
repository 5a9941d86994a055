import type { SearchSort } from '@answerable/contracts/search'
import { followedTextLimits, searchKeyOf } from '@answerable/contracts/search-key'
import { categories, statuses } from '@answerable/contracts/submissions'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router-dom'
import { BusinessChoice } from '../../features/filters/business-choice.tsx'
import { type Filter, FilterChips } from '../../features/filters/filter-chips.tsx'
import { periodLabels } from '../../features/filters/labels.ts'
import { countryOptions, placeCountQueries } from '../../features/filters/place-counts.ts'
import { FollowButton } from '../../features/follows/follow-button.tsx'
import {
  readSearchPlace,
  type SearchPlace,
  searchAddress,
} from '../../features/search/search-place.ts'
import { currentSearch } from '../../platform/current-search.ts'
import { SortSelect } from '../../ui/sort-select.tsx'

const sortLabels = {
  relevance: 'Relevance',
  new: 'Newest',
  top: 'Top',
} as const satisfies Record<SearchSort, string>

type SearchFiltersProps = {
  place: SearchPlace
  /** The name of the business by which the results are filtered, once it is known. */
  businessName?: string | undefined
}

export const SearchFilters = ({ place, businessName }: SearchFiltersProps) => {
  const { type, category, country, status, business, period } = place
  const canFollow =
    type === 'boycotts' && place.text !== '' && place.text.length <= followedTextLimits.max
  const { data: counts } = useQuery(placeCountQueries.all())
  const { pathname } = useLocation()
  const sorted = (sort: SearchSort) => {
    const current = currentSearch(pathname)
    return searchAddress({ ...(current ? readSearchPlace(current) : place), page: 1, sort })
  }
  const filters: Filter[] = [
    {
      name: 'category',
      label: type === 'boycotts' ? 'Category' : 'Kind',
      value: category,
      options: categories,
    },
    {
      name: 'country',
      label: 'Country',
      value: country,
      options: countryOptions(counts, type, country),
    },
    ...(type === 'boycotts'
      ? [
          { name: 'status', label: 'Status', value: status, options: statuses },
          { name: 'period', label: 'Any time', value: period, options: periodLabels },
          {
            name: 'business',
            label: 'Business',
            value: business,
            chosen: businessName ?? 'One business',
            Choice: BusinessChoice,
          },
        ]
      : []),
  ]
  return (
    <FilterChips filters={filters} addressOf={(search) => searchAddress(readSearchPlace(search))}>
      <SortSelect labels={sortLabels} value={place.sort} addressOf={sorted} />
      {canFollow && (
        <FollowButton
          thing={{ kind: 'search', key: searchKeyOf({ q: place.text, category, country }) }}
          name={`new boycotts for “${place.text}”`}
          className="quiet-link"
        />
      )}
    </FilterChips>
  )
}
