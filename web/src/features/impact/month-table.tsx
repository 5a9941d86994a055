import type { ImpactMonth } from '@answerable/contracts/impact'
import { ChartTable } from '../../ui/chart-table.tsx'
import { plain } from '../../ui/figures.ts'
import { monthName } from '../../ui/months.ts'
import { saveFile } from '../../ui/save-file.ts'
import { csvOf, type Series, series } from './months.ts'

const names = Object.keys(series) as Series[]

/** The figures of the charts, latest first, with a download. */
export const MonthTable = ({ months }: { months: readonly ImpactMonth[] }) => (
  <ChartTable
    label="Figures by month"
    headings={['Month', ...names.map((name) => series[name])]}
    rows={months.toReversed().map((month) => ({
      key: month.month,
      name: monthName(month.month),
      figures: names.map((name) => plain(month[name])),
    }))}
  >
    <button
      type="button"
      className="button-secondary mt-3"
      onClick={() => saveFile('impact-by-month.csv', csvOf(months), 'text/csv')}
    >
      Download as CSV
    </button>
  </ChartTable>
)
