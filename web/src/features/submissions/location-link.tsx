import { countryPath } from '@answerable/contracts/pages'
import type { Submission } from '@answerable/contracts/submissions'
import { Link } from 'react-router-dom'

/** The location, as a link to its country if that is known. */
export const LocationLink = ({
  submission: { location, country },
}: {
  submission: Pick<Submission, 'location' | 'country'>
}) =>
  country === null ? (
    location
  ) : (
    <Link className="quiet-link" to={countryPath(country)}>
      {location}
    </Link>
  )
