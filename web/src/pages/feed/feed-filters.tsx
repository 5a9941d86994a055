import { countryName } from '@answerable/contracts/countries'
import { categories, statuses } from '@answerable/contracts/submissions'
import { useQuery } from '@tanstack/react-query'
import { BusinessChoice } from '../../features/filters/business-choice.tsx'
import { type Filter, FilterChips } from '../../features/filters/filter-chips.tsx'
import { periodLabels } from '../../features/filters/labels.ts'
import { countryOptions, placeCountQueries } from '../../features/filters/place-counts.ts'
import { FollowButton } from '../../features/follows/follow-button.tsx'
import type { Thing } from '../../features/follows/follows.ts'
import type { FeedPlace } from '../../features/submissions/submission-queries.ts'
import { feedAddress, readFeedPlace } from './feed-address.ts'

/** Loaded when the reader filters. */
type FeedFiltersProps = {
  place: FeedPlace
  /** The name of the business by which the feed is filtered, once it is known. */
  businessName: string | undefined
}

export const FeedFilters = ({ place, businessName }: FeedFiltersProps) => {
  const { sort, category, country, status, business, period } = place
  const { data: counts } = useQuery(placeCountQueries.all())
  const followed = followedThing(place, businessName)
  const filters: Filter[] = [
    { name: 'category', label: 'Category', value: category, options: categories },
    {
      name: 'country',
      label: 'Country',
      value: country,
      options: countryOptions(counts, 'boycotts', country),
    },
    { name: 'status', label: 'Status', value: status, options: statuses },
    ...(sort === 'top'
      ? [{ name: 'period', label: 'Any time', value: period, options: periodLabels }]
      : []),
    {
      name: 'business',
      label: 'Business',
      value: business,
      chosen: businessName ?? 'One business',
      Choice: BusinessChoice,
    },
  ]
  return (
    <FilterChips filters={filters} addressOf={(search) => feedAddress(readFeedPlace(search))}>
      {followed !== null && <FollowButton {...followed} className="quiet-link" />}
    </FilterChips>
  )
}

/** What the list shows, if it can be followed: the list of one category, country or business. */
const followedThing = (
  { category, country, status, business, period }: FeedPlace,
  businessName: string | undefined,
): { thing: Thing; name: string } | null => {
  const things: { thing: Thing; name: string }[] = [
    ...(category === undefined
      ? []
      : [{ thing: { kind: 'category', key: category } as const, name: categories[category] }]),
    ...(country === undefined
      ? []
      : [{ thing: { kind: 'country', key: country } as const, name: countryName(country) }]),
    ...(business === undefined
      ? []
      : [
          {
            thing: { kind: 'business', key: business } as const,
            name: businessName ?? 'this business',
          },
        ]),
  ]
  return things.length === 1 && period === undefined && status === undefined
    ? (things[0] ?? null)
    : null
}
