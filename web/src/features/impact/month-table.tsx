import type { ImpactMonth } from '@answerable/contracts/impact'
import { plain } from '../../ui/figures.ts'
import { csvOf, monthName, type Series, series } from './months.ts'

const names = Object.keys(series) as Series[]

/** The figures of the charts, latest first, with a download. */
export const MonthTable = ({ months }: { months: readonly ImpactMonth[] }) => (
  <details className="chart-table">
    <summary>The figures as a table</summary>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll it */}
    <section className="table-scroll" tabIndex={0} aria-label="Figures by month">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Month</th>
            {names.map((name) => (
              <th key={name} scope="col" className="table-figure">
                {series[name]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {months.toReversed().map((month) => (
            <tr key={month.month}>
              <th scope="row">{monthName(month.month)}</th>
              {names.map((name) => (
                <td key={name} className="table-figure">
                  {plain(month[name])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
    <button type="button" className="button-secondary mt-3" onClick={() => download(months)}>
      Download as CSV
    </button>
  </details>
)

const download = (months: readonly ImpactMonth[]): void => {
  const url = URL.createObjectURL(new Blob([csvOf(months)], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'impact-by-month.csv'
  link.click()
  URL.revokeObjectURL(url)
}
