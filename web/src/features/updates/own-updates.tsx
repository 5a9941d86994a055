import { boycottPath } from '@answerable/contracts/pages'
import { pageSize } from '@answerable/contracts/paging'
import { type Update, updateStatuses } from '@answerable/contracts/updates'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { ListStates } from '../../ui/list-states.tsx'
import { longDate } from '../../ui/long-date.ts'
import { NewerOlder } from '../../ui/newer-older.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { ownUpdateQueries } from './timeline-queries.ts'

/** The updates that the member has reported, with their outcomes, newest first. */
export const OwnUpdates = () => {
  const [page, setPage] = useState(1)
  const list = useQuery(ownUpdateQueries.list(page))
  return (
    <section className="settings-section" aria-labelledby="updates">
      <h2 id="updates" tabIndex={-1} className="settings-title">
        Your updates
      </h2>
      <ListStates
        what="your updates"
        list={list}
        empty={
          <p className="text-soft">
            None yet. You can report what has happened in the timeline of each boycott.
          </p>
        }
      >
        {(rows) => (
          <ul className="own-suggestions" aria-busy={list.isPlaceholderData}>
            {rows.map((update) => (
              <OwnUpdate key={update.id} update={update} />
            ))}
          </ul>
        )}
      </ListStates>
      <NewerOlder
        what="entries"
        page={page}
        hasOlder={page * pageSize < (list.data?.total ?? 0)}
        isWaiting={list.isPlaceholderData}
        onChange={setPage}
      />
    </section>
  )
}

const stateLabels = {
  open: 'Waiting for an administrator',
  confirmed: 'Confirmed',
  declined: 'Declined',
  withdrawn: 'Taken back by an administrator',
} as const satisfies Record<Update['state'], string>

const OwnUpdate = ({ update }: { update: Update }) => {
  const { submission, date, status, text, state, createdAt, decidedAt, note } = update
  return (
    <li>
      <p>
        <Link className="link name" to={boycottPath(submission.id)}>
          {submission.targetName}
        </Link>
      </p>
      <p className="wrap-anywhere">
        {status === null ? '' : `${updateStatuses[status]}, `}
        {longDate(date)}: <bdi>{text}</bdi>
      </p>
      <p className="text-sm text-soft">
        <span data-state={state === 'confirmed' ? 'accepted' : state} className="suggestion-state">
          {stateLabels[state]}
        </span>{' '}
        · <RelativeTime at={decidedAt ?? createdAt} />
      </p>
      {note && <p className="quoted mt-2">{note}</p>}
    </li>
  )
}
