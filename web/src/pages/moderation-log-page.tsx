import { pages } from '@answerable/contracts/pages'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'
import { LogTable } from '../features/moderation-log/log-table.tsx'
import { moderationLogQueries } from '../features/moderation-log/moderation-log.ts'
import { PageTitle, titled } from '../layout/page-title.tsx'
import { counted } from '../ui/figures.ts'
import { ListStates } from '../ui/list-states.tsx'
import { Pagination } from '../ui/pagination.tsx'
import { pagingOf, readPage } from '../ui/paging.ts'

export const ModerationLogPage = () => {
  const [search] = useSearchParams()
  const page = readPage(search.get('page'))
  const log = useQuery(moderationLogQueries.list(page))
  const { data, isPlaceholderData } = log
  const paging = pagingOf(page, data?.rows.length ?? 0, data?.total ?? 0)
  return (
    <>
      <PageTitle
        title={titled('Moderation log')}
        description="Every administrator decision on Answerable: its kind, time and reason."
      >
        Moderation log
      </PageTitle>
      <p className="lead">
        Every administrator decision, newest first. The log does not name removed submissions,
        authors or flaggers.
      </p>
      <p className="mt-2 intro">
        Each entry has a hash computed from its content and the hash of the entry before it.
        Changing or removing an entry would change every hash after it.{' '}
        <Link className="link" to={`${pages.howItWorks}#flags`}>
          How moderation works
        </Link>
        {' · '}
        <Link className="link" to={pages.transparency}>
          Figures by month
        </Link>
      </p>
      {data !== undefined && data.total > 0 && (
        <p className="mt-5 text-soft figure">{counted(data.total, 'decision')}</p>
      )}
      <ListStates
        what="the moderation log"
        list={log}
        empty={<p className="subheading">No decisions yet.</p>}
      >
        {(rows) => <LogTable decisions={rows} isWaiting={isPlaceholderData} />}
      </ListStates>
      {data !== undefined && (data.rows.length > 0 || page > 1) && (
        <Pagination
          page={page}
          addressOf={(next) =>
            next === 1 ? pages.moderationLog : `${pages.moderationLog}?page=${next}`
          }
          paging={paging}
          isWaiting={isPlaceholderData}
        />
      )}
    </>
  )
}
