import { plain } from '../../ui/figures.ts'

type SparklineProps = {
  counts: readonly number[]
  /** Meaning of the bars, for example 'Reports per hour, last 24 hours'. */
  label: string
}

const height = 24
const barWidth = 4
const step = 5

/** One bar per hour or day, the current one last; the highest fills the height. */
export const Sparkline = ({ counts, label }: SparklineProps) => {
  const highest = Math.max(1, ...counts)
  const width = counts.length * step - (step - barWidth)
  return (
    <svg
      className="sparkline"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-label={`${label}: ${plain(sum(counts))}, at most ${plain(Math.max(0, ...counts))}`}
    >
      <path d={`M0 ${height - 0.5}H${width}`} className="sparkline-floor" />
      <path d={counts.map((count, at) => bar(count / highest, at)).join('')} />
    </svg>
  )
}

const bar = (share: number, at: number): string => {
  if (share === 0) return ''
  const tall = Math.max(2, Math.round(share * height))
  return `M${at * step} ${height}v${-tall}h${barWidth}v${tall}z`
}

const sum = (counts: readonly number[]): number => counts.reduce((total, one) => total + one, 0)
