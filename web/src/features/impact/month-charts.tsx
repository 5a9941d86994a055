import type { ImpactMonth } from '@answerable/contracts/impact'
import { plain } from '../../ui/figures.ts'
import { monthName, type Series, series } from './months.ts'

const charted: readonly Series[] = ['active', 'responded', 'met']
const height = 96
const barWidth = 12
const step = 16

/** One bar for each month. One chart for each series, so that no colour tells them apart; the table has all figures. */
export const MonthCharts = ({ months }: { months: readonly ImpactMonth[] }) => (
  <div className="impact-charts">
    {charted.map((name) => (
      <MonthChart key={name} name={name} months={months} />
    ))}
  </div>
)

const MonthChart = ({ name, months }: { name: Series; months: readonly ImpactMonth[] }) => {
  const values = months.map((month) => month[name])
  const most = Math.max(...values, 1)
  const total = values.reduce((sum, value) => sum + value, 0)
  const peak = months[values.indexOf(most)]
  const label =
    total === 0
      ? `${series[name]}: none yet.`
      : `${series[name]} by month: ${plain(total)} in total${peak === undefined ? '' : `, most in ${monthName(peak.month)} (${plain(most)})`}.`
  const width = months.length * step
  return (
    <figure className="impact-chart">
      <figcaption>
        <b>{series[name]}</b> <span className="text-soft figure">{plain(total)}</span>
      </figcaption>
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${width} ${height + 1}`}
        preserveAspectRatio="none"
      >
        {months.map(({ month, ...figures }, at) => {
          const value = figures[name]
          const size = (value / most) * (height - 4)
          return (
            <rect
              key={month}
              className="impact-bar"
              x={at * step + (step - barWidth) / 2}
              y={height - size}
              width={barWidth}
              height={size}
            >
              <title>{`${monthName(month)}: ${plain(value)}`}</title>
            </rect>
          )
        })}
        <line className="impact-axis" x1={0} x2={width} y1={height + 0.5} y2={height + 0.5} />
      </svg>
      <p className="impact-ends" aria-hidden="true">
        <span>{monthName(months[0]?.month ?? '')}</span>
        {months.length > 1 && <span>{monthName(months.at(-1)?.month ?? '')}</span>}
      </p>
    </figure>
  )
}
