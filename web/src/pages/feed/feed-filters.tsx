import { categories } from '@answerable/contracts/submissions'
import { useQuery } from '@tanstack/react-query'
import { type Filter, FilterChips } from '../../features/filters/filter-chips.tsx'
import { periodLabels } from '../../features/filters/labels.ts'
import { countryOptions, placeCountQueries } from '../../features/filters/place-counts.ts'
import type { FeedPlace } from '../../features/submissions/submission-queries.ts'
import { feedAddress, readFeedPlace } from './feed-address.ts'

/** Loaded when the reader filters. */
type FeedFiltersProps = {
  place: FeedPlace
  /** The name of the business by which the feed is filtered, once it is known. */
  businessName: string | undefined
}

export const FeedFilters = ({ place, businessName }: FeedFiltersProps) => {
  const { sort, category, country, business, period } = place
  const { data: counts } = useQuery(placeCountQueries.all())
  const filters: Filter[] = [
    { name: 'category', label: 'Category', value: category, options: categories },
    {
      name: 'country',
      label: 'Country',
      value: country,
      options: countryOptions(counts, 'boycotts', country),
    },
    ...(sort === 'top'
      ? [{ name: 'period', label: 'Any time', value: period, options: periodLabels }]
      : []),
    {
      name: 'business',
      label: 'Business',
      value: business,
      chosen: businessName ?? 'One business',
    },
  ]
  return (
    <FilterChips
      filters={filters}
      addressOf={(name, value) => {
        const [, query] = feedAddress({ ...place, page: 1 }).split('?')
        const search = new URLSearchParams(query)
        if (value === undefined) search.delete(name)
        else search.set(name, value)
        return feedAddress(readFeedPlace(search))
      }}
    />
  )
}
