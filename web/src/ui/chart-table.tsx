import type { ReactNode } from 'react'

type ChartTableProps = {
  /** Name of the table for screen readers. */
  label: string
  /** The heading of the rows, then those of the figures. */
  headings: readonly string[]
  rows: readonly { key: string; name: string; figures: readonly string[] }[]
  /** Below the table. */
  children: ReactNode
}

/** The figures of charts, as a table that opens on demand. */
export const ChartTable = ({ label, headings, rows, children }: ChartTableProps) => (
  <details className="chart-table">
    <summary>The figures as a table</summary>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll it */}
    <section className="table-scroll" tabIndex={0} aria-label={label}>
      <table className="table">
        <thead>
          <tr>
            {headings.map((heading, at) => (
              <th key={heading} scope="col" className={at === 0 ? undefined : 'table-figure'}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, figures }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              {figures.map((figure, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns are constant
                <td key={at} className="table-figure">
                  {figure}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
    {children}
  </details>
)
