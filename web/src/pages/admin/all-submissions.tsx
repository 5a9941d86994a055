import { reviewSorts, submissionStates } from '@answerable/contracts/review'
import type { AdminSubmission } from '@answerable/contracts/submissions'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { ReviewHead } from '../../features/review/review-head.tsx'
import { reviewQueries } from '../../features/review/review-queries.ts'
import { useAdminPlace } from './admin-address.ts'
import { ReviewPanel } from './review-panel.tsx'
import { PlaceFilter, SearchedList } from './searched-list.tsx'

const stateLabels = {
  all: 'Any status',
  public: 'Public',
  flagged: 'Flagged',
  removed: 'Removed',
  merged: 'Merged',
  boosted: 'Boosted or lowered',
} as const
const sortLabels = { newest: 'Newest', oldest: 'Oldest', top: 'Highest score' } as const

/** All submissions, in any state, with search and decisions. */
export const AllSubmissions = ({ readerId }: { readerId: string }) => {
  const place = useAdminPlace('submissions')
  const state = submissionStates.find((one) => one === place.read('state')) ?? 'all'
  const sort = reviewSorts.find((one) => one === place.read('sort')) ?? 'newest'
  const search = { page: place.page, search: place.read('search'), state, sort }
  const submissions = useQuery(reviewQueries.submissions(search))

  return (
    <SearchedList
      place={place}
      what="submissions"
      searchLabel="Search by text or ID"
      filters={
        <>
          <PlaceFilter
            place={place}
            name="state"
            label="Status"
            options={stateLabels}
            value={state}
            usual="all"
          />
          <PlaceFilter
            place={place}
            name="sort"
            label="Order"
            options={sortLabels}
            value={sort}
            usual="newest"
          />
        </>
      }
      list={submissions}
      empty="No matching submissions."
    >
      {(rows) => (
        <ul className="rows" aria-busy={submissions.isPlaceholderData}>
          {rows.map((submission) => (
            <SubmissionItem key={submission.id} submission={submission} readerId={readerId} />
          ))}
        </ul>
      )}
    </SearchedList>
  )
}

type SubmissionItemProps = { submission: AdminSubmission; readerId: string }

const SubmissionItem = ({ submission, readerId }: SubmissionItemProps) => {
  const [isOpen, setOpen] = useState(false)
  const panel = useId()
  return (
    <li className="record" data-open={isOpen || undefined}>
      <div className="record-head">
        <div className="min-w-0">
          <ReviewHead submission={submission} flags="here" />
        </div>
        <button
          type="button"
          className="quiet-link"
          aria-expanded={isOpen}
          aria-controls={panel}
          aria-label={`${isOpen ? 'Close' : 'Review'} ${submission.targetName}`}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Close' : 'Review'}
        </button>
      </div>
      <div id={panel}>{isOpen && <ReviewPanel id={submission.id} readerId={readerId} />}</div>
    </li>
  )
}
