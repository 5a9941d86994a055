import { BarChart } from './bar-chart.tsx'
import { plain } from './figures.ts'
import { monthName } from './months.ts'

type MonthChartProps = {
  name: string
  /** Oldest first, without gaps. */
  months: readonly {
    month: string
    value: number
    /** Shown instead of the value, which is then not known. */
    text?: string | undefined
  }[]
}

/** One series with a bar for each month. */
export const MonthChart = ({ name, months }: MonthChartProps) => {
  const values = months.map(({ value }) => value)
  const most = Math.max(...values, 1)
  const total = values.reduce((sum, value) => sum + value, 0)
  const peak = months[values.indexOf(most)]
  const label =
    total === 0
      ? `${name}: none yet.`
      : `${name} by month: ${plain(total)} in total${peak === undefined ? '' : `, most in ${monthName(peak.month)} (${plain(most)})`}.`
  const ends = [months[0], ...(months.length > 1 ? [months.at(-1)] : [])]
  return (
    <BarChart
      name={name}
      total={plain(total)}
      label={label}
      bars={months.map(({ month, value, text }, at) => ({
        ...{ key: month, at, width: 1, value },
        title: `${monthName(month)}: ${text ?? plain(value)}`,
      }))}
      steps={months.length}
      most={most}
      ends={ends.map((month) => monthName(month?.month ?? ''))}
    />
  )
}
