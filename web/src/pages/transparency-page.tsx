import { pages } from '@answerable/contracts/pages'
import { minShownCount, type TransparencyMonth } from '@answerable/contracts/transparency'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'
import { MonthDetail } from '../features/transparency/month-detail.tsx'
import { MonthOverview } from '../features/transparency/month-overview.tsx'
import { filledMonths } from '../features/transparency/months.ts'
import { transparencyQueries } from '../features/transparency/transparency-queries.ts'
import { PageTitle, titled } from '../layout/page-title.tsx'
import { useNow } from '../platform/clock.tsx'
import { FetchError } from '../ui/fetch-error.tsx'
import { FilterSelect } from '../ui/filter-select.tsx'
import { monthName } from '../ui/months.ts'
import { SlowNotice } from '../ui/slow-notice.tsx'

/** The figures of moderation by month. */
export const TransparencyPage = () => {
  const { data, error, isFetching, refetch } = useQuery(transparencyQueries.months())
  const now = useNow()
  return (
    <>
      <PageTitle
        title={titled('Transparency')}
        description="How Answerable is moderated: flags, decisions, appeals, held votes, notices and responses by month."
      >
        Transparency
      </PageTitle>
      <p className="lead">How the site is moderated, in figures for each month.</p>
      <p className="mt-2 intro">
        Months are in UTC. Flags and held votes are counted once a day. “Few” means none, or those
        of fewer than {minShownCount} members, whose number could reveal what one person did.{' '}
        <Link className="link" to={`${pages.howItWorks}#flags`}>
          How moderation works
        </Link>
        {' · '}
        <Link className="link" to={pages.moderationLog}>
          Moderation log
        </Link>
        {' · '}
        <Link className="link" to={pages.impact}>
          Impact
        </Link>
      </p>
      {error !== null && <FetchError error={error} isTrying={isFetching} onTryAgain={refetch} />}
      {data === undefined && error === null && <Skeleton />}
      {data !== undefined && <Months months={filledMonths(data, now)} />}
    </>
  )
}

const Months = ({ months }: { months: readonly TransparencyMonth[] }) => {
  const [search, setSearch] = useSearchParams()
  const latest = months.at(-1)
  if (latest === undefined)
    return (
      <div className="empty">
        <p className="subheading">There are no figures yet.</p>
        <p>Decisions, appeals, notices and official responses appear here.</p>
      </div>
    )
  const chosen = months.find(({ month }) => month === search.get('month')) ?? latest
  const names = months.toReversed().map(({ month }) => [month, monthName(month)] as const)
  return (
    <>
      <section aria-labelledby="months" className="impact-section">
        <h2 id="months" className="section-title">
          By month
        </h2>
        <MonthOverview months={months} />
      </section>
      <section aria-labelledby="month" className="impact-section">
        <h2 id="month" className="section-title">
          {monthName(chosen.month)}
        </h2>
        <FilterSelect
          label="Month"
          options={Object.fromEntries(names)}
          value={chosen.month}
          onChange={(month) => setSearch({ month }, { preventScrollReset: true })}
        />
        <MonthDetail month={chosen} />
      </section>
    </>
  )
}

const Skeleton = () => (
  <div aria-busy="true">
    <span className="sr-only">Loading the figures</span>
    <SlowNotice />
    <div className="bone mt-5 h-64" aria-hidden="true" />
  </div>
)
