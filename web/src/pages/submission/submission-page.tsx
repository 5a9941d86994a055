import { boycottPath, pages } from '@answerable/contracts/pages'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, Navigate, useLocation, useParams } from 'react-router-dom'
import { isMissing } from '../../api/api-error.ts'
import { commentDraft } from '../../features/comments/comments.ts'
import { cachedSubmission } from '../../features/submissions/cached-submissions.ts'
import { submissionQueries } from '../../features/submissions/submission-queries.ts'
import { PageTitle, titled } from '../../layout/page-title.tsx'
import { moveDraft } from '../../platform/draft.ts'
import { FetchError } from '../../ui/fetch-error.tsx'
import { SlowNotice } from '../../ui/slow-notice.tsx'
import { SubmissionDetail } from './submission-detail.tsx'

export const SubmissionPage = () => {
  const { id = '' } = useParams()
  const client = useQueryClient()
  const { data, error, isFetching, refetch } = useQuery({
    ...submissionQueries.detail(id),
    // Show the data from the feed while the page is being fetched.
    placeholderData: () => cachedSubmission(client, id),
  })
  if (error !== null && isMissing(error)) return <SubmissionNotFound />
  if (data === undefined && error !== null) {
    return <FetchError error={error} isTrying={isFetching} onTryAgain={refetch} />
  }
  if (data !== undefined && data.id !== id) return <MergedRedirect from={id} into={data.id} />
  return data === undefined ? (
    <SubmissionSkeleton />
  ) : (
    <SubmissionDetail submission={data} key={id} />
  )
}

/** The submission was merged into another one, and the server has returned that one. */
const MergedRedirect = ({ from, into }: { from: string; into: string }) => {
  const { hash } = useLocation()
  moveDraft(commentDraft(from), commentDraft(into))
  return <Navigate replace to={{ pathname: boycottPath(into), search: `?merged=${from}`, hash }} />
}

const SubmissionNotFound = () => (
  <div className="page-narrow">
    <PageTitle title={titled('Submission Not Found')}>Submission Not Found</PageTitle>
    <p className="mt-3 text-pretty">
      The submission you're looking for doesn't exist or has been removed.
    </p>
    <Link to={pages.home} className="button-secondary mt-6">
      Back to Home
    </Link>
  </div>
)

export const SubmissionSkeleton = () => (
  <div className="detail" aria-busy="true">
    <span className="sr-only">Loading the submission</span>
    <SlowNotice />
    <div className="detail-head" aria-hidden="true">
      <div className="vote">
        <div className="bone mx-auto my-auto h-14 w-6" />
      </div>
      <div>
        <div className="bone h-10 w-2/3" />
        <div className="bone mt-4 h-4 w-1/2" />
      </div>
    </div>
    <div className="mt-12 grid gap-3" aria-hidden="true">
      <div className="bone h-4 w-full" />
      <div className="bone h-4 w-full" />
      <div className="bone h-4 w-3/5" />
    </div>
  </div>
)
