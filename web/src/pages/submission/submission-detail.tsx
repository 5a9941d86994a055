import type { Alternative } from '@answerable/contracts/alternatives'
import type { Comment } from '@answerable/contracts/comments'
import type { OfficialResponse } from '@answerable/contracts/responses'
import type { Submission } from '@answerable/contracts/submissions'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { AlternativesSection } from '../../features/alternatives/alternatives-section.tsx'
import { Discussion } from '../../features/comments/discussion.tsx'
import { ResponseSection } from '../../features/responses/response-section.tsx'
import { Demand } from '../../features/updates/demand.tsx'
import { TimelineSection } from '../../features/updates/timeline-section.tsx'
import { VotesSection } from '../../features/votes-by-day/votes-section.tsx'
import { AdSlot } from '../../layout/ad-slot.tsx'
import { sessionQueries } from '../../session/current-user.ts'
import { AlternativeActions } from './alternative-actions.tsx'
import { CommentModeration } from './comment-moderation.tsx'
import { ResponseActions } from './response-actions.tsx'
import { sectionsOf } from './sections.ts'
import { SubmissionHead } from './submission-head.tsx'
import { SubmissionRail } from './submission-rail.tsx'
import { ReasonsSection, SourcesSection } from './submission-text.tsx'
import { useLoadedSections } from './use-loaded-sections.ts'

const RemovedNotice = lazy(async () => ({
  default: (await import('../../features/appeals/removed-notice.tsx')).RemovedNotice,
}))

const EditForm = lazy(async () => ({
  default: (await import('../../features/submissions/edit-form.tsx')).EditForm,
}))

/** A submission with everything about it, in the order in which readers need it. */
export const SubmissionDetail = ({ submission }: { submission: Submission }) => {
  const { data: user } = useQuery(sessionQueries.currentUser())
  const isOwn = user != null && submission.author?.username === user.username
  const [isEdited, setEdited] = useState(false)
  const edit = useRef<HTMLButtonElement>(null)
  const areLoaded = useLoadedSections(submission)
  const toggle = () => setEdited(!isEdited)
  return (
    <article className="detail">
      <SubmissionHead
        submission={submission}
        edit={isOwn && submission.approved ? { button: edit, isOpen: isEdited, toggle } : null}
      />
      {submission.approved && (
        <SubmissionRail submission={submission} sections={sectionsOf(submission)} />
      )}
      <div className="detail-body">
        <Notices submission={submission} />
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
          <>
            <ReasonsSection submission={submission} />
            <Demand demand={submission.demand} />
          </>
        )}
        {areLoaded ? (
          <>
            <ResponseSection submission={submission} actions={actOnResponse} />
            {!isEdited && <SourcesSection submission={submission} />}
            <AlternativesSection submission={submission} actions={actOnAlternative} />
            <TimelineSection submission={submission} />
            {submission.approved && <VotesSection id={submission.id} />}
            <AdSlot place="submission" />
            <Discussion submission={submission} actions={moderate} />
          </>
        ) : (
          <SectionsSkeleton />
        )}
      </div>
    </article>
  )
}

const SectionsSkeleton = () => (
  <div className="mt-12 grid gap-3" aria-busy="true">
    <span className="sr-only">Loading the sections</span>
    <div className="bone h-4 w-3/5" aria-hidden="true" />
    <div className="bone h-4 w-4/5" aria-hidden="true" />
    <div className="bone h-4 w-2/5" aria-hidden="true" />
  </div>
)

/** Constant, so that a vote does not render all comments again. */
const moderate = (comment: Comment) => <CommentModeration comment={comment} />

const actOnAlternative = (alternative: Alternative) => (
  <AlternativeActions alternative={alternative} />
)

const actOnResponse = (response: OfficialResponse, concernsUser: boolean) => (
  <ResponseActions response={response} concernsUser={concernsUser} />
)

const Notices = ({ submission }: { submission: Submission }) => {
  const { search } = useLocation()
  return (
    <>
      {new URLSearchParams(search).has('merged') && (
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
    </>
  )
}
