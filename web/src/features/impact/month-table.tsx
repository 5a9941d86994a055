import type { ImpactMonth } from '@answerable/contracts/impact'
import { ChartTable } from '../../ui/chart-table.tsx'
import { plain } from '../../ui/figures.ts'
import { csvOf, monthName, type Series, series } from './months.ts'

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
    <button type="button" className="button-secondary mt-3" onClick={() => download(months)}>
      Download as CSV
    </button>
  </ChartTable>
)

const download = (months: readonly ImpactMonth[]): void => {
  const url = URL.createObjectURL(new Blob([csvOf(months)], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'impact-by-month.csv'
  link.click()
  URL.revokeObjectURL(url)
}
