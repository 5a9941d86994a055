import type { BusinessDetail } from '@answerable/contracts/businesses'
import { businessPath, pages } from '@answerable/contracts/pages'
import { useQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { Link, useParams } from 'react-router-dom'
import { isMissing } from '../../api/api-error.ts'
import { businessQueries } from '../../features/businesses/business-queries.ts'
import { SuggestChange } from '../../features/businesses/suggest-change.tsx'
import { ClaimSteps } from '../../features/claims/claim-steps.tsx'
import { PageTitle, titled } from '../../layout/page-title.tsx'
import { MembersOnly } from '../../session/members-only.tsx'
import { FetchError } from '../../ui/fetch-error.tsx'
import { SlowNotice } from '../../ui/slow-notice.tsx'

/** Where members prove that they speak for a business. */
export const ClaimPage = () => {
  const { slug = '' } = useParams()
  const { data, error, isFetching, refetch } = useQuery(businessQueries.detail(slug))
  if (error !== null && isMissing(error))
    return (
      <div className="page-narrow">
        <PageTitle title={titled('Business Not Found')}>Business Not Found</PageTitle>
        <Link to={pages.businesses} className="button-secondary mt-6">
          All businesses
        </Link>
      </div>
    )
  if (data === undefined && error !== null)
    return <FetchError error={error} isTrying={isFetching} onTryAgain={refetch} />
  return data === undefined ? (
    <div aria-busy="true">
      <span className="sr-only">Loading the business</span>
      <SlowNotice />
      <div className="bone h-10 w-1/2" aria-hidden="true" />
      <div className="bone mt-4 h-4 w-3/4" aria-hidden="true" />
    </div>
  ) : (
    <Claiming business={data} key={data.id} />
  )
}

const Claiming = ({ business }: { business: BusinessDetail }) => {
  const { slug, name, website } = business
  return (
    <div className="page-narrow claim-page">
      <Link className="quiet-link" to={businessPath(slug)}>
        <ArrowLeft size={15} aria-hidden />
        <bdi>{name}</bdi>
      </Link>
      <PageTitle title={titled(`Speak for ${name}`)}>
        Speak for <bdi>{name}</bdi>
      </PageTitle>
      <p className="intro">
        Businesses have a right of reply. Prove that you control the website of <bdi>{name}</bdi>,
        and you can publish its official responses to boycotts. Readers see the business and the
        verified domain, not your name.
      </p>
      {website === null ? <NoWebsite business={business} /> : <Member business={business} />}
    </div>
  )
}

const NoWebsite = ({ business }: { business: BusinessDetail }) => (
  <div className="notice">
    <p>
      No website is recorded for <bdi className="font-semibold">{business.name}</bdi>. Suggest it
      with ‘Suggest a change’. Once an administrator has accepted it, you can prove that it is
      yours.
    </p>
    <div className="mt-3">
      <SuggestChange business={business} />
    </div>
  </div>
)

const Member = ({ business }: { business: BusinessDetail }) => (
  <MembersOnly button="button-primary" notice="You must be logged in to speak for a business.">
    <ClaimSteps business={business} website={business.website ?? ''} />
  </MembersOnly>
)
