import type { Business } from '@answerable/contracts/businesses'
import { businessPath } from '@answerable/contracts/pages'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { counted, takingPart } from '../../ui/figures.ts'
import { BusinessFacts } from './business-facts.tsx'

type BusinessRowProps = {
  business: Business
  /** The name with its matched words marked. */
  name?: ReactNode
  /** Another name that matched. */
  alias?: ReactNode
}

export const BusinessRow = ({ business, name, alias }: BusinessRowProps) => (
  <li className="business-row">
    <div className="min-w-0">
      <h2 className="row-target">
        <Link to={businessPath(business.slug)}>{name ?? business.name}</Link>
      </h2>
      {alias && <p className="place">Also called {alias}</p>}
      <BusinessFacts business={business} />
    </div>
    <p className="business-count figure">
      {counted(business.boycottCount, 'boycott')}
      {business.participantCount > 0 && (
        <span className="business-participants">{takingPart(business.participantCount)}</span>
      )}
    </p>
  </li>
)
