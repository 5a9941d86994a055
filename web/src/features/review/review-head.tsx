import { boycottPath } from '@answerable/contracts/pages'
import type { AdminSubmission } from '@answerable/contracts/submissions'
import { Link } from 'react-router-dom'
import { counted, plain } from '../../ui/figures.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { PlaceLine } from '../submissions/place-line.tsx'

type ReviewHeadProps = {
  submission: AdminSubmission
  /** Where the number of flags is shown. */
  flags: 'here' | 'beside it'
}

/** Name, status, score, author and id of a submission. */
export const ReviewHead = ({ submission, flags }: ReviewHeadProps) => (
  <>
    <div className="row-head">
      <h3 className="row-target">
        <Link to={boycottPath(submission.id)}>{submission.targetName}</Link>
      </h3>
      <PlaceLine submission={submission} />
    </div>
    <p className="review-origin">
      {!submission.approved && (
        <span className="badge" data-tone="signal">
          {submission.mergedInto === null ? 'Removed' : 'Merged'}
        </span>
      )}
      {flags === 'here' && submission.flagCount > 0 && (
        <span className="badge">{counted(submission.flagCount, 'flag')}</span>
      )}
      <span className="figure">Score {plain(submission.score)}</span>
      <span>
        <RelativeTime at={submission.createdAt} /> by{' '}
        <span className="name">{submission.author?.username ?? 'Unknown'}</span>
      </span>
      <code>{submission.id}</code>
    </p>
  </>
)
