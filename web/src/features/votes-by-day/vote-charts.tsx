import type { VotePeriod } from '@answerable/contracts/votes-by-day'
import { BarChart } from '../../ui/bar-chart.tsx'
import { counted, plain } from '../../ui/figures.ts'
import { longDate } from '../../ui/long-date.ts'
import { daysBetween, daysIn, periodName } from './periods.ts'

type VoteChartsProps = {
  /** At least one. */
  periods: readonly VotePeriod[]
  until: string
}

/** Upvotes and downvotes a day, in the same scale. */
export const VoteCharts = ({ periods, until }: VoteChartsProps) => {
  const most = Math.max(...periods.flatMap((one) => [one.up / daysIn(one), one.down / daysIn(one)]))
  return (
    <div className="charts">
      <VoteChart kind="up" name="Up" most={most} periods={periods} until={until} />
      <VoteChart kind="down" name="Down" most={most} periods={periods} until={until} />
    </div>
  )
}

type VoteChartProps = VoteChartsProps & { kind: 'up' | 'down'; name: string; most: number }

const VoteChart = ({ kind, name, most, periods, until }: VoteChartProps) => {
  const from = periods[0]?.first ?? until
  const total = periods.reduce((sum, one) => sum + one[kind], 0)
  const perDay = (one: VotePeriod): number => one[kind] / daysIn(one)
  const peak = periods.toSorted((one, other) => perDay(other) - perDay(one))[0]
  const label =
    total === 0 || peak === undefined
      ? `${name}: no votes.`
      : `${name} by day: ${counted(total, 'vote')} since ${longDate(from)}, most a day in ${periodName(peak)} (${plain(peak[kind])} in ${counted(daysIn(peak), 'day')}).`
  return (
    <BarChart
      name={name}
      total={plain(total)}
      label={label}
      bars={periods.map((one) => ({
        ...{ key: one.last, at: daysBetween(from, one.first), width: daysIn(one) },
        ...{ value: perDay(one), title: `${periodName(one)}: ${plain(one[kind])}` },
      }))}
      steps={daysBetween(from, until) + 1}
      most={most}
      ends={from === until ? [longDate(from)] : [longDate(from), longDate(until)]}
    />
  )
}
