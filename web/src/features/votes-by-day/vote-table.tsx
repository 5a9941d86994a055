import { minVotesOfPeriod, type VotePeriod } from '@answerable/contracts/votes-by-day'
import { ChartTable } from '../../ui/chart-table.tsx'
import { plain } from '../../ui/figures.ts'
import { periodName } from './periods.ts'

/** The figures of the charts with held and voided votes, latest first. */
export const VoteTable = ({ periods }: { periods: readonly VotePeriod[] }) => (
  <ChartTable
    label="Votes by day"
    headings={['Days', 'Up', 'Down', 'Held', 'Voided']}
    rows={periods.toReversed().map((period) => ({
      key: period.last,
      name: periodName(period),
      figures: [period.up, period.down, period.held, period.voided].map((value) =>
        value === null ? `under ${minVotesOfPeriod}` : plain(value),
      ),
    }))}
  >
    <p className="mt-2 text-sm text-soft">
      Held votes wait for an administrator, and voided votes do not count. Fewer than{' '}
      {minVotesOfPeriod} of them are not shown.
    </p>
  </ChartTable>
)
