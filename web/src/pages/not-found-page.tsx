import { pages } from '@answerable/contracts/pages'
import { Link } from 'react-router-dom'
import { PageTitle, titled } from '../layout/page-title.tsx'

export const NotFoundPage = () => (
  <div className="page-narrow">
    <p className="font-serif text-6xl font-semibold text-signal figure">404</p>
    <div className="mt-3">
      <PageTitle title={titled('Page not found')}>Page not found</PageTitle>
    </div>
    <p className="mt-3 text-pretty">
      There is no page at this address. The address may be mistyped, or the page may have moved.
    </p>
    <Link to={pages.home} className="button-secondary mt-6">
      Back to Home
    </Link>
  </div>
)
