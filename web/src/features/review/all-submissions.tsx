import { reviewSorts, submissionStates } from '@answerable/contracts/review'
import type { AdminSubmission } from '@answerable/contracts/submissions'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { ListStates } from '../../ui/list-states.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Pagination } from '../submissions/pagination.tsx'
import { pagingOf } from '../submissions/paging.ts'
import { useAdminPlace } from './admin-place.ts'
import { allSubmissions } from './review.ts'
import { ReviewHead } from './review-head.tsx'
import { ReviewPanel } from './review-panel.tsx'

const stateLabels = {
  all: 'Any state',
  public: 'Public',
  flagged: 'Flagged',
  removed: 'Removed',
  boosted: 'Boosted or lowered',
} as const
const sortLabels = { newest: 'Newest', oldest: 'Oldest', top: 'Highest score' } as const

/** Everything that was ever submitted, to search and to decide about. */
export const AllSubmissions = ({ readerId }: { readerId: string }) => {
  const place = useAdminPlace('submissions')
  const search = {
    page: place.page,
    search: place.read('search'),
    state: submissionStates.find((one) => one === place.read('state')) ?? 'all',
    sort: reviewSorts.find((one) => one === place.read('sort')) ?? 'newest',
  }
  const found = useQuery(allSubmissions(search))
  const { data, isPlaceholderData } = found
  const paging = pagingOf(place.page, data?.rows.length ?? 0, data?.total ?? 0)

  return (
    <>
      <search className="filters">
        <SearchField
          label="Search by text or id"
          value={search.search}
          onSearch={(text) => place.change({ search: text })}
        />
        <FilterSelect
          label="State"
          options={stateLabels}
          value={search.state}
          onChange={(state) => place.change({ state: state === 'all' ? '' : state })}
        />
        <FilterSelect
          label="Order"
          options={sortLabels}
          value={search.sort}
          onChange={(sort) => place.change({ sort: sort === 'newest' ? '' : sort })}
        />
      </search>
      <ListStates
        what="submissions"
        list={found}
        empty={<p className="font-serif text-xl font-semibold">No submission matches.</p>}
      >
        {(rows) => (
          <ul className="rows" aria-busy={isPlaceholderData}>
            {rows.map((submission) => (
              <SubmissionItem key={submission.id} submission={submission} readerId={readerId} />
            ))}
          </ul>
        )}
      </ListStates>
      {data !== undefined && (data.rows.length > 0 || place.page > 1) && (
        <Pagination
          page={place.page}
          addressOf={place.addressOf}
          paging={paging}
          isWaiting={isPlaceholderData}
        />
      )}
    </>
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
