import { pages } from '@answerable/contracts/pages'
import { useQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useRef } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { requestLists } from '../../features/review/request-lists.ts'
import { PageTitle, titled } from '../../layout/page-title.tsx'
import { ListStates } from '../../ui/list-states.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { pagingOf, readPage } from '../../ui/paging.ts'
import { AdminsOnly } from './admins-only.tsx'
import { SuggestionItem } from './suggestion-item.tsx'
import '../../styles/admin.css'

export const AdminSuggestionsPage = () => <AdminsOnly>{() => <SuggestionList />}</AdminsOnly>

const addressOf = (state: 'open' | 'decided', page: number): string => {
  const search = new URLSearchParams(state === 'open' ? {} : { state })
  if (page > 1) search.set('page', String(page))
  return search.size === 0 ? pages.adminSuggestions : `${pages.adminSuggestions}?${search}`
}

const empty = { open: 'No open suggestions.', decided: 'No suggestion has been decided yet.' }

/** Suggested changes to businesses, open ones first. */
const SuggestionList = () => {
  const [search] = useSearchParams()
  const state = search.get('state') === 'decided' ? 'decided' : 'open'
  const page = readPage(search.get('page'))
  const suggestions = useQuery(requestLists.suggestions(state, page))
  const top = useRef<HTMLDivElement>(null)
  const { data, isPlaceholderData } = suggestions
  const paging = pagingOf(page, data?.rows.length ?? 0, data?.total ?? 0)
  const other = state === 'open' ? 'decided' : 'open'
  return (
    <div ref={top} tabIndex={-1} className="outline-none">
      <Link className="quiet-link" to={pages.admin}>
        <ArrowLeft size={15} aria-hidden />
        Admin Dashboard
      </Link>
      <PageTitle title={titled('Suggestions')}>Suggestions</PageTitle>
      <p className="mt-1 intro">
        Members suggest changes to businesses. The author sees your decision and your note.{' '}
        <Link to={addressOf(other, 1)}>
          {other === 'decided' ? 'Show decided suggestions' : 'Show open suggestions'}
        </Link>
      </p>
      <ListStates
        what="suggestions"
        list={suggestions}
        empty={<p className="subheading">{empty[state]}</p>}
      >
        {(rows) => (
          <ul className="rows" aria-busy={isPlaceholderData}>
            {rows.map((suggestion) => (
              <SuggestionItem
                key={suggestion.id}
                suggestion={suggestion}
                // The entry's buttons disappear with it.
                onDecided={() => top.current?.focus()}
              />
            ))}
          </ul>
        )}
      </ListStates>
      {data !== undefined && (data.rows.length > 0 || page > 1) && (
        <Pagination
          page={page}
          addressOf={(next) => addressOf(state, next)}
          paging={paging}
          isWaiting={isPlaceholderData}
        />
      )}
    </div>
  )
}
