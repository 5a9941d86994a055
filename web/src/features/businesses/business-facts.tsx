import type { Business } from '@answerable/contracts/businesses'
import { countryName } from '@answerable/contracts/countries'
import { categories } from '@answerable/contracts/submissions'

type BusinessFactsProps = { business: Pick<Business, 'kind' | 'country' | 'website'> }

/** Kind, country and website, where they are known. */
export const BusinessFacts = ({ business: { kind, country, website } }: BusinessFactsProps) => (
  <p className="place empty:hidden">
    {kind !== null && <span>{categories[kind]}</span>}{' '}
    {country !== null && <span>{countryName(country)}</span>}{' '}
    {website !== null && (
      <span>
        <a
          className="link"
          href={`https://${website}`}
          target="_blank"
          rel="noopener noreferrer nofollow ugc"
        >
          {website}
        </a>
      </span>
    )}
  </p>
)
