import { categories } from '@answerable/contracts/submissions'
import { useQuery } from '@tanstack/react-query'
import type { BusinessesPlace } from '../../features/businesses/business-queries.ts'
import { FilterChips } from '../../features/filters/filter-chips.tsx'
import { countryOptions, placeCountQueries } from '../../features/filters/place-counts.ts'
import { useHydrated } from '../../platform/hydrated.tsx'
import { businessesAddress, readBusinessesPlace } from './businesses-address.ts'

export const BusinessesFilters = ({ place: { kind, country } }: { place: BusinessesPlace }) => {
  const { data: counts } = useQuery({ ...placeCountQueries.all(), enabled: useHydrated() })
  return (
    <FilterChips
      filters={[
        { name: 'kind', label: 'Kind', value: kind, options: categories },
        {
          name: 'country',
          label: 'Country',
          value: country,
          options: countryOptions(counts, 'businesses', country),
        },
      ]}
      addressOf={(search) => businessesAddress(readBusinessesPlace(search))}
    />
  )
}
