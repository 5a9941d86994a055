import type { Comment } from '@answerable/contracts/comments'
import { boycottHistoryPath, boycottPath, pages } from '@answerable/contracts/pages'
import type { Submission } from '@answerable/contracts/submissions'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import Pencil from 'lucide-react/icons/pencil'
import { lazy, Suspense, useRef, useState } from 'react'
import { Link, Navigate, useLocation, useParams } from 'react-router-dom'
import { isMissing } from '../api/api-error.ts'
import { commentDraft } from '../features/comments/comments.ts'
import { Discussion } from '../features/comments/discussion.tsx'
import { FlagButton } from '../features/flags/flag-button.tsx'
import { FollowButton } from '../features/follows/follow-button.tsx'
import { BusinessPageLink } from '../features/submissions/business-page-link.tsx'
import { cachedSubmission } from '../features/submissions/cached-submissions.ts'
import { embedOf } from '../features/submissions/embed.ts'
import { EmbeddedMedia } from '../features/submissions/embedded-media.tsx'
import { LocationLink } from '../features/submissions/location-link.tsx'
import { PlaceLine } from '../features/submissions/place-line.tsx'
import { ShareActions } from '../features/submissions/share-actions.tsx'
import { Sources } from '../features/submissions/sources.tsx'
import { submissionQueries } from '../features/submissions/submission-queries.ts'
import { VoteControl } from '../features/votes/vote-control.tsx'
import { AdSlot } from '../layout/ad-slot.tsx'
import { PageTitle, titled } from '../layout/page-title.tsx'
import { moveDraft } from '../platform/draft.ts'
import { sessionQueries } from '../session/current-user.ts'
import { ChangingNumber } from '../ui/changing-number.tsx'
import { FetchError } from '../ui/fetch-error.tsx'
import { Markdown } from '../ui/markdown/markdown.tsx'
import { withoutMarks } from '../ui/markdown/without-marks.ts'
import { PersonName } from '../ui/person-name.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { SlowNotice } from '../ui/slow-notice.tsx'
import { CommentModeration } from './comment-moderation.tsx'

const RemovedNotice = lazy(async () => ({
  default: (await import('../features/appeals/removed-notice.tsx')).RemovedNotice,
}))

const EditForm = lazy(async () => ({
  default: (await import('../features/submissions/edit-form.tsx')).EditForm,
}))

/** Length that search engines show. */
const descriptionLength = 160

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

const SubmissionDetail = ({ submission }: { submission: Submission }) => {
  const { data: user } = useQuery(sessionQueries.currentUser())
  const isOwn = user != null && submission.author?.username === user.username
  const [isEdited, setEdited] = useState(false)
  const edit = useRef<HTMLButtonElement>(null)
  const { search } = useLocation()
  const isRedirected = new URLSearchParams(search).has('merged')
  return (
    <article className="detail">
      <header className="detail-head">
        {submission.approved ? (
          <VoteControl submission={submission} />
        ) : (
          <div className="vote">
            <ChangingNumber value={submission.score} label="Score" />
          </div>
        )}
        <div className="min-w-0">
          <PageTitle
            title={titled(submission.targetName)}
            description={withoutMarks(submission.reasons).slice(0, descriptionLength)}
          >
            {submission.targetName}
          </PageTitle>
          <div className="detail-facts">
            <BusinessPageLink submission={submission} />
            <PlaceLine
              submission={submission}
              location={<LocationLink submission={submission} />}
            />
          </div>
          <div className="row-foot">
            <div className="row-origin">
              <span>
                Submitted <RelativeTime at={submission.createdAt} /> by{' '}
                <PersonName person={submission.author} />
              </span>
              {submission.editedAt !== null && (
                <Link className="quiet-link" to={boycottHistoryPath(submission.id)}>
                  Edited <RelativeTime at={submission.editedAt} />
                </Link>
              )}
            </div>
            {submission.approved && (
              <div className="row-actions">
                <FollowButton
                  thing={{ kind: 'submission', key: submission.id }}
                  name={submission.targetName}
                  className="quiet-link"
                />
                {isOwn && (
                  <button
                    ref={edit}
                    type="button"
                    className="quiet-link"
                    aria-label={`Edit ${submission.targetName}`}
                    aria-expanded={isEdited}
                    onClick={() => setEdited(!isEdited)}
                  >
                    <Pencil size={13} aria-hidden />
                    Edit
                  </button>
                )}
                <ShareActions submission={submission} />
                <FlagButton
                  subject={{ kind: 'submission', id: submission.id, name: submission.targetName }}
                />
              </div>
            )}
          </div>
        </div>
      </header>
      {isRedirected && (
        <p className="intro" role="status">
          The boycott you were looking for was merged into this one. Both are about the same matter.
        </p>
      )}
      {submission.approved && submission.unusualActivity && (
        <p className="intro">
          Votes on this submission show unusual activity. Some may be held until an administrator
          reviews them. Held votes do not count towards the score.
        </p>
      )}
      {!submission.approved && (
        <Suspense>
          <RemovedNotice submission={submission} />
        </Suspense>
      )}
      {isEdited ? (
        <Suspense>
          <section>
            <EditForm
              submission={submission}
              onClose={() => {
                setEdited(false)
                edit.current?.focus()
              }}
            />
          </section>
        </Suspense>
      ) : (
        <SubmissionText submission={submission} />
      )}
      <AdSlot place="submission" />
      <Discussion submission={submission} actions={moderate} />
    </article>
  )
}

/** Constant, so that a vote does not render all comments again. */
const moderate = (comment: Comment) => <CommentModeration comment={comment} />

const SubmissionText = ({ submission }: { submission: Submission }) => {
  const embed = embedOf(submission)
  return (
    <>
      <section aria-labelledby="reasons">
        <h2 id="reasons" className="section-title">
          Reasons
        </h2>
        <div className="prose-text">
          <Markdown text={submission.reasons} />
        </div>
      </section>
      {(embed || submission.sources) && (
        <section aria-labelledby="sources">
          <h2 id="sources" className="section-title">
            Sources
          </h2>
          {embed && <EmbeddedMedia embed={embed} title={submission.targetName} />}
          {submission.sources && <Sources text={submission.sources} />}
        </section>
      )}
    </>
  )
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
