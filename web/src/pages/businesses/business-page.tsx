import type { BusinessDetail } from '@answerable/contracts/businesses'
import { businessPath, claimPath, pages, submitPath } from '@answerable/contracts/pages'
import { useQuery } from '@tanstack/react-query'
import BadgeCheck from 'lucide-react/icons/badge-check'
import { Fragment, lazy, Suspense, useEffect } from 'react'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { isMissing } from '../../api/api-error.ts'
import { BusinessFacts } from '../../features/businesses/business-facts.tsx'
import { businessQueries } from '../../features/businesses/business-queries.ts'
import { SuggestChange } from '../../features/businesses/suggest-change.tsx'
import { FollowButton } from '../../features/follows/follow-button.tsx'
import { BusinessResponses } from '../../features/responses/business-responses.tsx'
import { PageTitle, titled } from '../../layout/page-title.tsx'
import { sessionQueries } from '../../session/current-user.ts'
import { FetchError } from '../../ui/fetch-error.tsx'
import { counted, takingPart } from '../../ui/figures.ts'
import { SlowNotice } from '../../ui/slow-notice.tsx'
import { BusinessLists } from './business-lists.tsx'

const BusinessAdministration = lazy(async () => ({
  default: (await import('./business-administration.tsx')).BusinessAdministration,
}))

export const BusinessPage = () => {
  const { slug = '' } = useParams()
  const { data, error, isFetching, refetch } = useQuery(businessQueries.detail(slug))
  useCurrentSlug(slug, data)
  if (error !== null && isMissing(error)) return <BusinessNotFound />
  if (data === undefined && error !== null) {
    return <FetchError error={error} isTrying={isFetching} onTryAgain={refetch} />
  }
  return data === undefined ? <BusinessSkeleton /> : <Business business={data} key={data.id} />
}

/** A former slug, or that of a merged business, leads to the current one. */
const useCurrentSlug = (slug: string, business: BusinessDetail | undefined): void => {
  const navigate = useNavigate()
  const current = business?.slug
  useEffect(() => {
    if (current !== undefined && current !== slug) {
      void navigate(businessPath(current), { replace: true })
    }
  }, [slug, current, navigate])
}

const Business = ({ business }: { business: BusinessDetail }) => {
  const user = useQuery(sessionQueries.currentUser())
  const { id, slug, name, aliases, parent, boycottCount, participantCount } = business
  return (
    <>
      <PageTitle
        title={titled(name)}
        description={`${counted(boycottCount, 'boycott')} of ${name} on Answerable.`}
      >
        <bdi>{name}</bdi>
      </PageTitle>
      <BusinessFacts business={business} />
      {participantCount > 0 && (
        <p className="place">
          {takingPart(participantCount)} in a boycott of <bdi>{name}</bdi>
        </p>
      )}
      {business.verifiedDomain !== null && (
        <p className="verified">
          <BadgeCheck size={15} aria-hidden />
          Verified: {business.verifiedDomain}
        </p>
      )}
      {aliases.length > 0 && (
        <p className="place">
          Also called{' '}
          {aliases.map((alias, at) => (
            <Fragment key={alias}>
              <bdi>{alias}</bdi>
              {at < aliases.length - 1 && ', '}
            </Fragment>
          ))}
        </p>
      )}
      {parent !== null && (
        <p className="place">
          Owned by{' '}
          <Link className="link name" to={businessPath(parent.slug)}>
            {parent.name}
          </Link>{' '}
          ({counted(parent.boycottCount, 'boycott')})
        </p>
      )}
      <div className="business-actions">
        <Link className="button-primary" to={submitPath({ name, business: id })}>
          Propose a boycott
        </Link>
        <FollowButton
          thing={{ kind: 'business', key: id }}
          name={name}
          className="button-secondary"
        />
        <SuggestChange business={business} />
        {business.verifiedDomain === null && (
          <Link className="quiet-link" to={claimPath(slug)}>
            <span>
              Do you speak for <bdi>{name}</bdi>?
            </span>
          </Link>
        )}
        {user.data?.isAdmin === true && (
          <Suspense>
            <BusinessAdministration business={{ id, slug, name }} />
          </Suspense>
        )}
      </div>
      <BusinessResponses business={business} />
      <BusinessLists business={business} />
    </>
  )
}

const BusinessNotFound = () => (
  <div className="page-narrow">
    <PageTitle title={titled('Business Not Found')}>Business Not Found</PageTitle>
    <p className="mt-3 text-pretty">This business doesn't exist or has been removed.</p>
    <Link to={pages.businesses} className="button-secondary mt-6">
      All businesses
    </Link>
  </div>
)

const BusinessSkeleton = () => (
  <div aria-busy="true">
    <span className="sr-only">Loading the business</span>
    <SlowNotice />
    <div className="bone h-10 w-1/2" aria-hidden="true" />
    <div className="bone mt-4 h-4 w-1/3" aria-hidden="true" />
  </div>
)
