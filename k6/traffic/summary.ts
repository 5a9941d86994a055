import { seconds } from './settings.ts'

type Metric = {
  contains: string
  values: Record<string, number>
  thresholds?: Record<string, { ok: boolean }>
}
type Result = { metrics: Record<string, Metric> }

/** The end of a run: each figure with a threshold, and whether it was met. */
export const reported =
  (script: string) =>
  ({ metrics }: Result): { stdout: string } => {
    const rows = Object.entries(metrics)
      .filter(([, { thresholds }]) => thresholds !== undefined)
      .sort(([one], [other]) => one.localeCompare(other))
      .map(([name, metric]) => rowOf(name, metric))
    const missed = rows.filter(({ isHeld }) => !isHeld).length
    const width = Math.max(...rows.map(({ label }) => label.length))
    const lines = rows.map(
      ({ isHeld, label, figure, bars }) =>
        `${isHeld ? '✓' : '✗'} ${label.padEnd(width)}  ${figure.padEnd(52)}  ${bars}`,
    )
    const requests = metrics.http_reqs?.values.count ?? 0
    const title = `${script}: ${seconds} s of load, ${requests} requests including setup and teardown`
    const end = missed === 0 ? 'All thresholds passed.' : `Thresholds missed: ${missed}.`
    return { stdout: ['', title, '', ...lines, '', end, ''].join('\n') }
  }

const rowOf = (name: string, { contains, values, thresholds = {} }: Metric) => ({
  label: /\{name:(.+)\}/.exec(name)?.[1] ?? name.replaceAll('_', ' '),
  isHeld: Object.values(thresholds).every(({ ok }) => ok),
  figure: figureOf(contains, values),
  bars: Object.keys(thresholds).toSorted().join(', '),
})

const figureOf = (contains: string, values: Record<string, number>): string => {
  if (values.med === undefined) {
    const { rate = 0, count } = values
    return count === undefined ? `${(rate * 100).toFixed(2)} %` : `${count}`
  }
  const write = (value = 0) => (contains === 'time' ? `${value.toFixed(0)} ms` : value.toFixed(0))
  if (values.count === 0) return 'none'
  const { 'p(95)': p95, 'p(99)': p99 } = values
  return `median ${write(values.med)}, 95 % ${write(p95)}, 99 % ${write(p99)}, max ${write(values.max)}`
}
