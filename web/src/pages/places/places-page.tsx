import { isCountry } from '@answerable/contracts/countries'
import { countryPath, pages } from '@answerable/contracts/pages'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router-dom'
import { adviceFor } from '../../api/api-error.ts'
import { placeCountQueries } from '../../features/filters/place-counts.ts'
import { CountryTable } from '../../features/places/country-table.tsx'
import { type CountryCount, WorldMap } from '../../features/places/world-map.tsx'
import { geolocationQueries } from '../../features/sign-in/geolocation.ts'
import { PageTitle, titled } from '../../layout/page-title.tsx'
import { FetchError } from '../../ui/fetch-error.tsx'
import { counted } from '../../ui/figures.ts'

export const PlacesPage = () => {
  const { data, error, isFetching, refetch } = useQuery(placeCountQueries.all())
  return (
    <>
      <PageTitle
        title={titled('Places')}
        description="Boycotts and businesses by country, on a map and in a table."
      >
        Places
      </PageTitle>
      <p className="mt-1 intro">Boycotts and businesses by country.</p>
      <NearYou />
      {error !== null && data === undefined && (
        <FetchError error={error} isTrying={isFetching} onTryAgain={refetch} />
      )}
      {error === null && data === undefined && (
        <div aria-busy="true">
          <span className="sr-only">Loading the countries</span>
          <div className="bone world-map-bone" aria-hidden="true" />
        </div>
      )}
      {data !== undefined && <Countries counts={data} />}
      <p className="mt-8 text-sm text-soft">
        Places:{' '}
        <a className="link" href="https://www.geonames.org/">
          GeoNames
        </a>
        ,{' '}
        <a className="link" href="https://creativecommons.org/licenses/by/4.0/">
          CC BY 4.0
        </a>
        . Map: Natural Earth.
      </p>
    </>
  )
}

const Countries = ({ counts }: { counts: readonly CountryCount[] }) => {
  const boycotts = counts.reduce((sum, one) => sum + one.boycotts, 0)
  if (counts.length === 0) return <NoCountries />
  return (
    <>
      <p className="mt-4 text-soft figure">
        {counted(boycotts, 'boycott')} in {counted(counts.length, 'country', 'countries')}. Boycotts
        that concern the whole world or several countries are not included.
      </p>
      <WorldMap counts={counts} />
      <CountryTable counts={counts} />
    </>
  )
}

const NoCountries = () => (
  <div className="empty">
    <p className="subheading">No boycott is in one country yet.</p>
    <p className="mt-2">
      The location of a boycott decides where it is listed.{' '}
      <Link className="link" to={pages.submit}>
        Submit a boycott
      </Link>
    </p>
  </div>
)

/** Opens the page of the visitor's country, which is asked for only after a click and stored nowhere. */
const NearYou = () => {
  const client = useQueryClient()
  const navigate = useNavigate()
  const locate = useMutation({
    mutationFn: () => client.fetchQuery(geolocationQueries.current()),
  })
  const open = () =>
    locate.mutate(undefined, {
      // Not called after the visitor has left the page.
      onSuccess: ({ geolocation: { country } }) => {
        if (isCountry(country)) void navigate(countryPath(country))
      },
    })
  const isUnknown = locate.data !== undefined && !isCountry(locate.data.geolocation.country)
  return (
    <div className="near-you">
      <button type="button" className="button-secondary" disabled={locate.isPending} onClick={open}>
        Near you
      </button>
      <p className="text-sm text-soft" role="status">
        {isUnknown && 'The country of your network address is not known.'}
        {locate.error !== null && `Your country could not be looked up. ${adviceFor(locate.error)}`}
        {!isUnknown &&
          locate.error === null &&
          'Opens the country of your network address. It is not stored.'}
      </p>
    </div>
  )
}
