import type { AdminSubmission } from '@answerable/contracts/submissions'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { BoostPanel } from '../../features/review/boost-panel.tsx'
import { reviewQueries } from '../../features/review/review-queries.ts'
import { plain, signed } from '../../ui/figures.ts'
import { ListStates } from '../../ui/list-states.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { pagingOf } from '../../ui/paging.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { adminAddress, useAdminPlace } from './admin-address.ts'

/** Finds a submission and sets its boost. Without a search it lists the boosted ones. */
export const SuperBoost = () => {
  const place = useAdminPlace('super-boost')
  const search = place.read('search')
  const chosen = place.read('id')
  const submissions = useQuery(
    reviewQueries.submissions({
      page: place.page,
      search,
      state: search === '' ? 'boosted' : 'all',
      sort: 'newest',
    }),
  )
  const { data, isPlaceholderData } = submissions
  const paging = pagingOf(place.page, data?.rows.length ?? 0, data?.total ?? 0)
  if (chosen !== '')
    return <BoostPanel id={chosen} back={adminAddress('super-boost', { search })} />
  return (
    <>
      <search className="filters">
        <SearchField
          label="Find a submission by text or ID"
          value={search}
          onSearch={(text) => place.change({ search: text })}
        />
      </search>
      {search === '' && (data?.rows.length ?? 0) > 0 && (
        <p className="mt-4 text-soft">Currently boosted or lowered:</p>
      )}
      <ListStates
        what="submissions"
        list={submissions}
        empty={
          search === '' ? (
            <p className="subheading">No submissions are boosted.</p>
          ) : (
            <p className="subheading">No matching submissions.</p>
          )
        }
      >
        {(rows) => (
          <ul className="rows" aria-busy={isPlaceholderData}>
            {rows.map((submission) => (
              <Choice key={submission.id} submission={submission} search={search} />
            ))}
          </ul>
        )}
      </ListStates>
      {data !== undefined && (data.total > data.rows.length || place.page > 1) && (
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

type ChoiceProps = { submission: AdminSubmission; search: string }

const Choice = ({ submission, search }: ChoiceProps) => (
  <li className="record record-head">
    <div className="min-w-0">
      <h3 className="row-target">
        <Link to={adminAddress('super-boost', { search, id: submission.id })}>
          {submission.targetName}
        </Link>
      </h3>
      <p className="review-origin">
        {!submission.approved && (
          <span className="badge" data-tone="signal">
            {submission.mergedInto === null ? 'Removed' : 'Merged'}
          </span>
        )}
        <span className="wrap-anywhere">{submission.location}</span>
        <code>{submission.id}</code>
      </p>
    </div>
    <p className="record-figures figure">
      Score {plain(submission.score)}
      <br />
      Boost {signed(submission.superBoost)}
    </p>
  </li>
)
