import type { ImpactMonth } from '@answerable/contracts/impact'
import { BarChart } from '../../ui/bar-chart.tsx'
import { plain } from '../../ui/figures.ts'
import { monthName, type Series, series } from './months.ts'

const charted: readonly Series[] = ['active', 'responded', 'met']

/** One bar for each month. The table has all figures. */
export const MonthCharts = ({ months }: { months: readonly ImpactMonth[] }) => (
  <div className="charts">
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
  const ends = [months[0], ...(months.length > 1 ? [months.at(-1)] : [])]
  return (
    <BarChart
      name={series[name]}
      total={plain(total)}
      label={label}
      bars={months.map(({ month, ...figures }, at) => ({
        ...{ key: month, at, width: 1, value: figures[name] },
        title: `${monthName(month)}: ${plain(figures[name])}`,
      }))}
      steps={months.length}
      most={most}
      ends={ends.map((month) => monthName(month?.month ?? ''))}
    />
  )
}
