const height = 96
const barShare = 0.75

type Bar = {
  key: string
  /** In steps of the axis. */
  at: number
  width: number
  value: number
  title: string
}

type BarChartProps = {
  name: string
  total: string
  /** The chart in words. */
  label: string
  bars: readonly Bar[]
  /** Steps of the axis. */
  steps: number
  /** The value of the highest possible bar. */
  most: number
  /** Labels of the first and the last step. */
  ends: readonly string[]
}

/** One series as bars. Each series has a chart of its own, so that no colour tells them apart. */
export const BarChart = ({ name, total, label, bars, steps, most, ends }: BarChartProps) => (
  <figure className="chart">
    <figcaption>
      <b>{name}</b> <span className="text-soft figure">{total}</span>
    </figcaption>
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${steps} ${height + 1}`}
      preserveAspectRatio="none"
    >
      {bars.map(({ key, at, width, value, title }) => {
        const size = (value / most) * (height - 4)
        return (
          <rect
            key={key}
            className="chart-bar"
            x={at + (width * (1 - barShare)) / 2}
            y={height - size}
            width={width * barShare}
            height={size}
          >
            <title>{title}</title>
          </rect>
        )
      })}
      <line className="chart-axis" x1={0} x2={steps} y1={height + 0.5} y2={height + 0.5} />
    </svg>
    <p className="chart-ends" aria-hidden="true">
      {ends.map((end) => (
        <span key={end}>{end}</span>
      ))}
    </p>
  </figure>
)
