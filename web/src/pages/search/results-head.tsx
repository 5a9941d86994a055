import { type SearchType, searchTypes } from '@answerable/contracts/search'
import { Link } from 'react-router-dom'
import { type SearchPlace, searchAddress } from '../../features/search/search-place.ts'
import { counted } from '../../ui/figures.ts'
import { SearchFilters } from './search-filters.tsx'

const typeLabels = { boycotts: 'Boycotts', businesses: 'Businesses' } as const satisfies Record<
  SearchType,
  string
>

type ResultsHeadProps = {
  place: SearchPlace
  found: { total: number; correctedTo: string | null } | undefined
  businessName?: string | undefined
}

/** Tabs, filters, and the correction of a misspelt text. */
export const ResultsHead = ({ place, found, businessName }: ResultsHeadProps) => (
  <>
    <div className="toolbar">
      <nav aria-label="Type of results" className="tabs">
        {searchTypes.map((type) => (
          <Link
            key={type}
            className="tab"
            to={searchAddress({ ...place, type, page: 1 })}
            aria-current={type === place.type ? 'true' : undefined}
          >
            {typeLabels[type]}
          </Link>
        ))}
      </nav>
      <p className="total text-soft figure" role="status">
        {found && counted(found.total, 'result')}
      </p>
    </div>
    <SearchFilters place={place} businessName={businessName} />
    {found?.correctedTo && (
      <p className="correction">
        Showing results for <b className="name">{found.correctedTo}</b>. Search instead for{' '}
        <Link className="link" to={searchAddress({ ...place, page: 1, isExact: true })}>
          <bdi>{place.text}</bdi>
        </Link>
        .
      </p>
    )}
  </>
)
