import { type Suggestion, suggestionKinds } from '@answerable/contracts/businesses'
import { countryName } from '@answerable/contracts/countries'
import { businessPath, pages } from '@answerable/contracts/pages'
import { pageSize } from '@answerable/contracts/paging'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { ListStates } from '../../ui/list-states.tsx'
import { NewerOlder } from '../../ui/newer-older.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { ownSuggestionQueries } from './suggestion-queries.ts'

/** The member's suggestions with their outcomes, newest first. */
export const OwnSuggestions = () => {
  const [page, setPage] = useState(1)
  const list = useQuery(ownSuggestionQueries.list(page))
  return (
    <section className="settings-section" aria-labelledby="suggestions">
      <h2 id="suggestions" tabIndex={-1} className="settings-title">
        Your suggestions
      </h2>
      <ListStates
        what="your suggestions"
        list={list}
        empty={
          <p className="text-soft">
            None yet. You can suggest names, owners and other changes on the page of each{' '}
            <Link className="link" to={pages.businesses}>
              business
            </Link>
            .
          </p>
        }
      >
        {(rows) => (
          <ul className="own-suggestions" aria-busy={list.isPlaceholderData}>
            {rows.map((suggestion) => (
              <OwnSuggestion key={suggestion.id} suggestion={suggestion} />
            ))}
          </ul>
        )}
      </ListStates>
      <NewerOlder
        what="suggestions"
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
  accepted: 'Accepted',
  declined: 'Declined',
} as const satisfies Record<Suggestion['state'], string>

const OwnSuggestion = ({ suggestion }: { suggestion: Suggestion }) => {
  const { business, kind, state, createdAt, decidedAt, note } = suggestion
  return (
    <li>
      <p>
        <Link className="link name" to={businessPath(business.slug)}>
          {business.name}
        </Link>
      </p>
      <p>
        {suggestionKinds[kind]}: <bdi>{shownValue(suggestion)}</bdi>
      </p>
      <p className="text-sm text-soft">
        <span data-state={state} className="suggestion-state">
          {stateLabels[state]}
        </span>{' '}
        · <RelativeTime at={decidedAt ?? createdAt} />
      </p>
      {note && <p className="quoted mt-2">{note}</p>}
    </li>
  )
}

const shownValue = ({ kind, value, other }: Suggestion): string =>
  other?.name ?? (kind === 'country' ? countryName(value) : value)
