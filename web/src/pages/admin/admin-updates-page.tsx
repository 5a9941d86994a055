import { pages } from '@answerable/contracts/pages'
import { useQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useRef } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { requestLists } from '../../features/review/request-lists.ts'
import { PageTitle, titled } from '../../layout/page-title.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { readPage } from '../../ui/paging.ts'
import { AdminsOnly } from './admins-only.tsx'
import { UpdateItem } from './update-item.tsx'
import '../../styles/admin.css'

export const AdminUpdatesPage = () => <AdminsOnly>{() => <UpdateList />}</AdminsOnly>

const addressOf = (state: 'open' | 'decided', page: number): string => {
  const search = new URLSearchParams(state === 'open' ? {} : { state })
  if (page > 1) search.set('page', String(page))
  return search.size === 0 ? pages.adminUpdates : `${pages.adminUpdates}?${search}`
}

const empty = { open: 'No open updates.', decided: 'No update has been decided yet.' }

/** Updates about boycotts that members have reported, open ones first. */
const UpdateList = () => {
  const [search] = useSearchParams()
  const state = search.get('state') === 'decided' ? 'decided' : 'open'
  const page = readPage(search.get('page'))
  const list = useQuery(requestLists.updates(state, page))
  const top = useRef<HTMLDivElement>(null)
  const other = state === 'open' ? 'decided' : 'open'
  return (
    <div ref={top} tabIndex={-1} className="outline-none">
      <Link className="quiet-link" to={pages.admin}>
        <ArrowLeft size={15} aria-hidden />
        Admin Dashboard
      </Link>
      <PageTitle title={titled('Updates')}>Updates</PageTitle>
      <p className="mt-1 intro">
        Members report what has happened to a boycott. Check the source before you confirm: the
        update becomes part of the timeline and of the impact page.{' '}
        <Link to={addressOf(other, 1)}>
          {other === 'decided' ? 'Show decided updates' : 'Show open updates'}
        </Link>
      </p>
      <PagedList
        page={page}
        list={list}
        what="updates"
        empty={<p className="subheading">{empty[state]}</p>}
        addressOf={(next) => addressOf(state, next)}
      >
        {(rows) => (
          <ul className="rows" aria-busy={list.isPlaceholderData}>
            {rows.map((update) => (
              <UpdateItem
                key={update.id}
                update={update}
                // The entry's buttons disappear with it.
                onDecided={() => top.current?.focus()}
              />
            ))}
          </ul>
        )}
      </PagedList>
    </div>
  )
}
