import { businessPath } from '@answerable/contracts/pages'
import type { Submission } from '@answerable/contracts/submissions'
import Building2 from 'lucide-react/icons/building-2'
import { Link } from 'react-router-dom'

/** Leads to the page of the business, whose name is shown where it differs from the target's. */
export const BusinessPageLink = ({
  submission: { targetName, business },
}: {
  submission: Pick<Submission, 'targetName' | 'business'>
}) => (
  <Link
    to={businessPath(business.slug)}
    className="business-link"
    aria-label={`Business: ${business.name}`}
    title={`All boycotts of ${business.name}`}
  >
    <Building2 size={15} aria-hidden />
    {business.name !== targetName && <span className="name">{business.name}</span>}
  </Link>
)
