import { boycottPath } from '@answerable/contracts/pages'
import type { Sort, Submission } from '@answerable/contracts/submissions'
import { withoutMarks } from '@answerable/contracts/without-marks'
import MessageSquare from 'lucide-react/icons/message-square'
import Users from 'lucide-react/icons/users'
import { memo, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { FlagButton } from '../../features/flags/flag-button.tsx'
import { WhyHere } from '../../features/ranking/why-here.tsx'
import { BusinessPageLink } from '../../features/submissions/business-page-link.tsx'
import { PlaceLine } from '../../features/submissions/place-line.tsx'
import { SourceBadge } from '../../features/submissions/source-badge.tsx'
import { StatusChip } from '../../features/submissions/status-chip.tsx'
import { VoteControl } from '../../features/votes/vote-control.tsx'
import { plain } from '../../ui/figures.ts'
import { PersonName } from '../../ui/person-name.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { usePrefetch } from './prefetch.ts'

type SubmissionRowProps = {
  submission: Submission
  rank: number
  /** The order of the feed, which the number explains; absent in other lists. */
  sort?: Sort
  /** Parts in which the matched words of a search are marked. */
  marked?: { name?: ReactNode; location?: ReactNode; reasons?: ReactNode } | undefined
}

export const SubmissionRow = memo(({ submission, rank, sort, marked }: SubmissionRowProps) => {
  const path = boycottPath(submission.id)
  const prefetch = usePrefetch(submission.id)
  return (
    <li className="row">
      {sort === undefined ? (
        <span className="row-rank figure">{rank}</span>
      ) : (
        <WhyHere
          submission={submission}
          sort={sort}
          className="row-rank figure"
          label={`Why is ${submission.targetName} number ${rank}?`}
        >
          {rank}
        </WhyHere>
      )}
      <VoteControl submission={submission} />
      <div className="row-text">
        <div className="row-head">
          <h2 className="row-target">
            <Link to={path} {...prefetch}>
              {marked?.name ?? submission.targetName}
            </Link>
          </h2>
          <StatusChip status={submission.status} />
          <BusinessPageLink submission={submission} />
          <PlaceLine submission={submission} location={marked?.location} />
        </div>
        <p className="row-reasons">{marked?.reasons ?? beginningOf(submission.reasons)}</p>
        <div className="row-foot">
          <div className="row-origin">
            <SourceBadge submission={submission} />
            <span>
              <RelativeTime at={submission.createdAt} /> by{' '}
              <PersonName person={submission.author} />
            </span>
          </div>
          <div className="row-actions">
            {submission.participantCount > 0 && (
              <span className="row-participants">
                <Users size={15} aria-hidden className="narrow-only" />
                <ParticipantCount count={submission.participantCount} />
              </span>
            )}
            <Link className="quiet-link" to={`${path}#comments`} data-key="c" {...prefetch}>
              <MessageSquare size={15} aria-hidden className="narrow-only" />
              <CommentCount count={submission.commentCount} />
            </Link>
            <FlagButton
              subject={{ kind: 'submission', id: submission.id, name: submission.targetName }}
            />
          </div>
        </div>
      </div>
    </li>
  )
})

/** More than two lines can hold, so that screen readers do not read the hidden rest. */
const beginningLength = 400

const beginningOf = (reasons: string): string => {
  const text = withoutMarks(reasons.slice(0, 2 * beginningLength))
  return text.length > beginningLength ? `${text.slice(0, beginningLength).toWellFormed()}…` : text
}

const ParticipantCount = ({ count }: { count: number }) => (
  <span className="figure">
    {plain(count)}
    <span className="row-word"> taking part</span>
  </span>
)

const CommentCount = ({ count }: { count: number }) => (
  <span className="figure">
    {plain(count)}
    <span className="row-word"> {count === 1 ? 'comment' : 'comments'}</span>
  </span>
)
