import { countryName, isCountry } from '@answerable/contracts/countries'
import { pages } from '@answerable/contracts/pages'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearchParams } from 'react-router-dom'
import { placeCountQueries } from '../../features/filters/place-counts.ts'
import { FollowButton } from '../../features/follows/follow-button.tsx'
import { PageTitle, titled } from '../../layout/page-title.tsx'
import { counted, plain } from '../../ui/figures.ts'
import { NotFoundPage } from '../not-found-page.tsx'
import { type CountryPlace, countryAddress, readCountryPlace } from './country-address.ts'
import { Boycotts, Businesses } from './country-lists.tsx'

export const CountryPage = () => {
  const { country = '' } = useParams()
  const [search] = useSearchParams()
  if (!isCountry(country)) return <NotFoundPage />
  return (
    <Country key={country} name={countryName(country)} place={readCountryPlace(country, search)} />
  )
}

const Country = ({ name, place }: { name: string; place: CountryPlace }) => {
  const { data } = useQuery(placeCountQueries.all())
  const { boycotts = 0, businesses = 0 } =
    data?.find(({ country }) => country === place.country) ?? {}
  const tabs = [
    { tab: 'boycotts', label: 'Boycotts', count: boycotts },
    { tab: 'businesses', label: 'Businesses', count: businesses },
  ] as const
  return (
    <>
      <PageTitle
        title={titled(name)}
        description={`${counted(boycotts, 'boycott')} in ${name} on Answerable.`}
      >
        {name}
      </PageTitle>
      <p className="place">
        <Link className="link" to={pages.places}>
          All places
        </Link>
      </p>
      <div className="business-actions">
        <Link className="button-primary" to={pages.submit}>
          Submit a boycott
        </Link>
        <FollowButton
          thing={{ kind: 'country', key: place.country }}
          name={name}
          className="button-secondary"
        />
      </div>
      <div className="toolbar">
        <nav aria-label="Lists" className="tabs">
          {tabs.map(({ tab, label, count }) => (
            <Link
              key={tab}
              className="tab"
              to={countryAddress({ ...place, tab, page: 1 })}
              aria-current={place.tab === tab ? 'true' : undefined}
            >
              {label}{' '}
              {data !== undefined && <span className="tab-count figure">{plain(count)}</span>}
            </Link>
          ))}
        </nav>
      </div>
      {place.tab === 'boycotts' ? (
        <Boycotts place={place} name={name} />
      ) : (
        <Businesses place={place} name={name} />
      )}
    </>
  )
}
