import type { TransparencyMonth } from '@answerable/contracts/transparency'
import { ChartTable } from '../../ui/chart-table.tsx'
import { plain } from '../../ui/figures.ts'
import { MonthChart } from '../../ui/month-chart.tsx'
import { monthName } from '../../ui/months.ts'
import { saveFile } from '../../ui/save-file.ts'
import { csvOf, decisionsOf, duration, noticesOf, shown } from './months.ts'

type Month = TransparencyMonth

/** Null for a figure that is not shown. */
const charted: Readonly<Record<string, (month: Month) => number | null>> = {
  Decisions: decisionsOf,
  'Flags (not in months with few)': ({ flags }) => flags,
  'Notices of unlawful content': (month) => noticesOf(month, 'received'),
}

const columns: Readonly<Record<string, (month: Month) => string>> = {
  Flags: ({ flags }) => shown(flags),
  Decisions: (month) => plain(decisionsOf(month)),
  'Median time': ({ medianHours }) => duration(medianHours),
  Appeals: ({ appeals }) => plain(appeals.received),
  'Held votes': ({ votes }) => shown(votes.held),
  'Voided votes': ({ votes }) => plain(votes.voided),
  Notices: (month) => plain(noticesOf(month, 'received')),
  Responses: ({ responses }) => plain(responses),
}

/** All months as charts, with a table and a download. The months are without gaps, oldest first. */
export const MonthOverview = ({ months }: { months: readonly Month[] }) => (
  <>
    <div className="charts">
      {Object.entries(charted).map(([name, numberOf]) => (
        <MonthChart
          key={name}
          name={name}
          months={months.map((month) => {
            const value = numberOf(month)
            return { month: month.month, value: value ?? 0, text: shown(value) }
          })}
        />
      ))}
    </div>
    <ChartTable
      label="Figures by month"
      headings={['Month', ...Object.keys(columns)]}
      rows={months.toReversed().map((month) => ({
        key: month.month,
        name: monthName(month.month),
        figures: Object.values(columns).map((textOf) => textOf(month)),
      }))}
    >
      {null}
    </ChartTable>
    <button
      type="button"
      className="button-secondary mt-3"
      onClick={() => saveFile('transparency-by-month.csv', csvOf(months), 'text/csv')}
    >
      Download as CSV
    </button>
  </>
)
