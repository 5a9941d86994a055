import { minVotesOfPeriod, type VotesByDay } from '@answerable/contracts/votes-by-day'
import { signed } from '../../ui/figures.ts'
import { longDate } from '../../ui/long-date.ts'
import { VoteCharts } from './vote-charts.tsx'
import { VoteTable } from './vote-table.tsx'

/** Charts, their table, and the boosts. */
export const VoteFigures = ({ votes: { until, periods, boosts } }: { votes: VotesByDay }) => (
  <>
    {until === null || periods.length === 0 ? (
      <p className="text-soft">
        There is no chart yet. It starts on the day after this boycott has {minVotesOfPeriod} votes
        that count.
      </p>
    ) : (
      <>
        <p className="intro">
          These are the votes of complete days (UTC) up to {longDate(until)}. Days with fewer than{' '}
          {minVotesOfPeriod} votes are combined with the days after them, so the latest days may be
          missing. A bar for several days shows the daily average. A published figure changes only
          when at least {minVotesOfPeriod} votes of its bar differ. The sum can therefore differ
          from the score.
        </p>
        <VoteCharts periods={periods} until={until} />
        <VoteTable periods={periods} />
      </>
    )}
    {boosts.length > 0 && (
      <>
        <h3 className="mt-6 font-semibold">Super boosts</h3>
        <ul className="mt-1">
          {boosts.map(({ at, value }) => (
            <li key={at}>
              <time dateTime={at}>{longDate(at)}</time>:{' '}
              {value === 0 ? 'boost removed' : signed(value)}
            </li>
          ))}
        </ul>
      </>
    )}
  </>
)
