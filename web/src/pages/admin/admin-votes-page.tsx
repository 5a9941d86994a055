import { pages } from '@answerable/contracts/pages'
import { useQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useRef } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { heldVoteQueries } from '../../features/held-votes/held-votes.ts'
import { PageTitle, titled } from '../../layout/page-title.tsx'
import { ListStates } from '../../ui/list-states.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { pagingOf, readPage } from '../../ui/paging.ts'
import { AdminsOnly } from './admins-only.tsx'
import { HeldVotesItem } from './held-votes-item.tsx'
import '../../styles/admin.css'

export const AdminVotesPage = () => <AdminsOnly>{() => <HeldVotesList />}</AdminsOnly>

/** Held votes by submission and rule, never by account or network. */
const HeldVotesList = () => {
  const [search] = useSearchParams()
  const page = readPage(search.get('page'))
  const votes = useQuery(heldVoteQueries.list(page))
  const top = useRef<HTMLDivElement>(null)
  const { data, isPlaceholderData } = votes
  const paging = pagingOf(page, data?.rows.length ?? 0, data?.total ?? 0)
  return (
    <div ref={top} tabIndex={-1} className="outline-none">
      <Link className="quiet-link" to={pages.admin}>
        <ArrowLeft size={15} aria-hidden />
        Admin Dashboard
      </Link>
      <PageTitle title={titled('Held votes')}>Held votes</PageTitle>
      <p className="mt-1 intro">
        Votes beyond the limits are held: they wait here and do not count towards the score. Voters
        are not notified. At most one vote counts for accounts that share a mailbox, whatever you
        decide.
      </p>
      <ListStates
        what="held votes"
        list={votes}
        empty={<p className="subheading">No votes are held.</p>}
      >
        {(rows) => (
          <ul className="rows" aria-busy={isPlaceholderData}>
            {rows.map((entry) => (
              <HeldVotesItem
                key={entry.submission.id}
                entry={entry}
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
          addressOf={(next) => (next === 1 ? pages.adminVotes : `${pages.adminVotes}?page=${next}`)}
          paging={paging}
          isWaiting={isPlaceholderData}
        />
      )}
    </div>
  )
}
