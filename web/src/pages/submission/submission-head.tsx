import { boycottHistoryPath } from '@answerable/contracts/pages'
import type { Submission } from '@answerable/contracts/submissions'
import { withoutMarks } from '@answerable/contracts/without-marks'
import Pencil from 'lucide-react/icons/pencil'
import type { RefObject } from 'react'
import { Link } from 'react-router-dom'
import { WhyHere } from '../../features/ranking/why-here.tsx'
import { BusinessPageLink } from '../../features/submissions/business-page-link.tsx'
import { LocationLink } from '../../features/submissions/location-link.tsx'
import { PlaceLine } from '../../features/submissions/place-line.tsx'
import { StatusChip } from '../../features/submissions/status-chip.tsx'
import { VoteControl } from '../../features/votes/vote-control.tsx'
import { PageTitle, titled } from '../../layout/page-title.tsx'
import { ChangingNumber } from '../../ui/changing-number.tsx'
import { PersonName } from '../../ui/person-name.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'

/** Length that search engines show. */
const descriptionLength = 160

type SubmissionHeadProps = {
  submission: Submission
  /** The button that opens the author's form; null for other viewers. */
  edit: { button: RefObject<HTMLButtonElement | null>; isOpen: boolean; toggle: () => void } | null
}

/** The vote, the name and the facts of a submission. */
export const SubmissionHead = ({ submission, edit }: SubmissionHeadProps) => (
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
        <StatusChip status={submission.status} />
        <BusinessPageLink submission={submission} />
        <PlaceLine submission={submission} location={<LocationLink submission={submission} />} />
      </div>
      <div className="detail-origin">
        <span>
          Submitted <RelativeTime at={submission.createdAt} /> by{' '}
          <PersonName person={submission.author} />
        </span>
        {submission.editedAt !== null && (
          <Link className="quiet-link" to={boycottHistoryPath(submission.id)}>
            Edited <RelativeTime at={submission.editedAt} />
          </Link>
        )}
        {submission.approved && (
          <WhyHere submission={submission} sort="hot" className="quiet-link">
            Why is this here?
          </WhyHere>
        )}
        {edit !== null && (
          <button
            ref={edit.button}
            type="button"
            className="quiet-link"
            aria-label={`Edit ${submission.targetName}`}
            aria-expanded={edit.isOpen}
            onClick={edit.toggle}
          >
            <Pencil size={13} aria-hidden />
            Edit
          </button>
        )}
      </div>
    </div>
  </header>
)
