import type { Impact } from '@answerable/contracts/impact'
import { pages } from '@answerable/contracts/pages'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { impactQueries } from '../../features/impact/impact-queries.ts'
import { MonthCharts } from '../../features/impact/month-charts.tsx'
import { MonthTable } from '../../features/impact/month-table.tsx'
import { filledMonths } from '../../features/impact/months.ts'
import { OutcomeList } from '../../features/impact/outcome-list.tsx'
import { PageTitle, titled } from '../../layout/page-title.tsx'
import { useNow } from '../../platform/clock.tsx'
import { FetchError } from '../../ui/fetch-error.tsx'
import { counted, plain } from '../../ui/figures.ts'
import { readPage } from '../../ui/paging.ts'
import { SlowNotice } from '../../ui/slow-notice.tsx'

/** What boycotts on the site have achieved. */
export const ImpactPage = () => {
  const [search] = useSearchParams()
  const { data, error, isFetching, refetch } = useQuery(impactQueries.figures())
  return (
    <>
      <PageTitle
        title={titled('Impact')}
        description="Figures about active, answered and met boycotts, with the source of every demand that was met."
      >
        Impact
      </PageTitle>
      <p className="mt-2 intro">
        The results of the boycotts on this site. Members report updates, and an administrator
        checks the source before it counts. The figures of moderation are on the{' '}
        <Link className="link" to={pages.transparency}>
          transparency page
        </Link>
        .
      </p>
      {error !== null && <FetchError error={error} isTrying={isFetching} onTryAgain={refetch} />}
      {data === undefined ? error === null && <FiguresSkeleton /> : <Figures impact={data} />}
      <section aria-labelledby="met" className="impact-section">
        <h2 id="met" className="section-title">
          Demands that were met
        </h2>
        <OutcomeList page={readPage(search.get('page'))} />
      </section>
    </>
  )
}

const Figures = ({ impact }: { impact: Impact }) => {
  const { active, met, partlyMet, asked, responded, medianDays } = impact
  const months = filledMonths(impact.months, useNow())
  return (
    <>
      <dl className="impact-figures">
        <Figure value={plain(active)} label="Active">
          <Link className="link" to={`${pages.home}?status=active`}>
            Boycotts that enough people take part in
          </Link>
        </Figure>
        <Figure value={plain(responded)} label="Answered">
          {asked === 0
            ? 'Official responses of businesses'
            : `${plain(Math.round((100 * responded) / asked))}% of ${counted(asked, 'boycott')} that became active`}
        </Figure>
        <Figure
          value={medianDays === null ? '–' : counted(medianDays, 'day')}
          label="Median time to answer"
        >
          {medianDays === null
            ? 'No business has responded yet'
            : 'Half of the answers came within this time'}
        </Figure>
        <Figure value={plain(met)} label="Met">
          {partlyMet === 0 ? 'Demands that were met' : `and ${plain(partlyMet)} partly met`}
        </Figure>
      </dl>
      {months.length > 0 && (
        <section aria-labelledby="months" className="impact-section">
          <h2 id="months" className="section-title">
            By month
          </h2>
          <MonthCharts months={months} />
          <MonthTable months={months} />
        </section>
      )}
    </>
  )
}

type FigureProps = { value: string; label: string; children: ReactNode }

const Figure = ({ value, label, children }: FigureProps) => (
  <div className="impact-figure">
    <dt>{label}</dt>
    <dd>
      <span className="impact-value figure">{value}</span>
      <span className="text-sm text-soft">{children}</span>
    </dd>
  </div>
)

const FiguresSkeleton = () => (
  <div aria-busy="true">
    <span className="sr-only">Loading the figures</span>
    <SlowNotice />
    <div className="impact-figures" aria-hidden="true">
      {['active', 'answered', 'time', 'met'].map((name) => (
        <div key={name} className="impact-figure">
          <div className="bone h-4 w-1/2" />
          <div className="bone mt-2 h-8 w-1/3" />
        </div>
      ))}
    </div>
  </div>
)
