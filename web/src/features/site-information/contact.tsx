import { useQuery } from '@tanstack/react-query'
import { FetchError } from '../../ui/fetch-error.tsx'
import { siteInformationQueries } from './site-information.ts'

/** The operators' contact address, or a note that there is none. */
export const Contact = () => {
  const { data, error, isFetching, refetch } = useQuery(siteInformationQueries.detail())
  if (data === undefined && error !== null) {
    return <FetchError error={error} isTrying={isFetching} onTryAgain={refetch} />
  }
  if (data === undefined) {
    return (
      <p aria-busy="true">
        <span className="sr-only">Loading the address</span>
        <span className="bone inline-block h-4 w-56" aria-hidden="true" />
      </p>
    )
  }
  if (data.contactEmail === null) return <p>This site has no contact address yet.</p>
  return (
    <p>
      Write to{' '}
      <a className="link wrap-anywhere" href={`mailto:${data.contactEmail}`}>
        {data.contactEmail}
      </a>
      .
    </p>
  )
}
