import { errorGroupSorts } from '@answerable/contracts/diagnostics'
import { pages } from '@answerable/contracts/pages'
import { useQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { Link, useSearchParams } from 'react-router-dom'
import { ErrorGroupItem } from '../../features/diagnostics/error-group-item.tsx'
import { errorGroupQueries } from '../../features/diagnostics/error-groups.ts'
import { PageTitle, titled } from '../../layout/page-title.tsx'
import { ListStates } from '../../ui/list-states.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { pagingOf, readPage } from '../../ui/paging.ts'
import { AdminsOnly } from './admins-only.tsx'
import '../../styles/admin.css'

const sortLabels = { recent: 'Latest', frequent: 'Most frequent' } as const

export const AdminErrorsPage = () => <AdminsOnly>{() => <ErrorGroups />}</AdminsOnly>

/** Errors reported by browsers, in groups. */
const ErrorGroups = () => {
  const [search] = useSearchParams()
  const page = readPage(search.get('page'))
  const sort = errorGroupSorts.find((one) => one === search.get('sort')) ?? 'recent'
  const groups = useQuery(errorGroupQueries.list({ page, sort }))
  const { data, isPlaceholderData } = groups
  const paging = pagingOf(page, data?.rows.length ?? 0, data?.total ?? 0)
  return (
    <>
      <Link className="quiet-link" to={pages.admin}>
        <ArrowLeft size={15} aria-hidden />
        Admin Dashboard
      </Link>
      <PageTitle title={titled('Diagnostics')}>Diagnostics</PageTitle>
      <p className="mt-1 intro">
        Errors reported by browsers in the last 30 days. The reports contain no personal data.
      </p>
      <div className="toolbar">
        <nav aria-label="Sort" className="tabs">
          {errorGroupSorts.map((one) => (
            <Link
              key={one}
              className="tab"
              to={addressOf({ page: 1, sort: one })}
              aria-current={one === sort ? 'true' : undefined}
            >
              {sortLabels[one]}
            </Link>
          ))}
        </nav>
      </div>
      <ListStates
        what="errors"
        list={groups}
        empty={<p className="subheading">No errors reported.</p>}
      >
        {(rows) => (
          <ol className="rows" aria-busy={isPlaceholderData}>
            {rows.map((group) => (
              <ErrorGroupItem key={group.fingerprint} group={group} />
            ))}
          </ol>
        )}
      </ListStates>
      {data !== undefined && (data.rows.length > 0 || page > 1) && (
        <Pagination
          page={page}
          addressOf={(next) => addressOf({ page: next, sort })}
          paging={paging}
          isWaiting={isPlaceholderData}
        />
      )}
    </>
  )
}

const addressOf = ({ page, sort }: { page: number; sort: string }): string => {
  const search = new URLSearchParams(sort === 'recent' ? {} : { sort })
  if (page !== 1) search.set('page', String(page))
  return search.size === 0 ? pages.adminErrors : `${pages.adminErrors}?${search}`
}
