import type { ImpactMonth } from '@answerable/contracts/impact'
import { MonthChart } from '../../ui/month-chart.tsx'
import { type Series, series } from './months.ts'

const charted: readonly Series[] = ['active', 'responded', 'met']

/** One bar for each month. The table has all figures. */
export const MonthCharts = ({ months }: { months: readonly ImpactMonth[] }) => (
  <div className="charts">
    {charted.map((name) => (
      <MonthChart
        key={name}
        name={series[name]}
        months={months.map((month) => ({ month: month.month, value: month[name] }))}
      />
    ))}
  </div>
)
