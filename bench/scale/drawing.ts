type Point = { at: number; value: number }

export type Panel = {
  title: string
  /** The amount on the horizontal axis. */
  across: string
  unit: string
  points: readonly Point[]
}

const width = 420
const height = 230
/** Distance between the first point's figure and the axis. */
const inset = 22
const margin = { top: 44, right: 24, bottom: 40, left: 56 }

/** Four charts in one image, with logarithmic axes; readable on light and dark backgrounds. */
export const drawPanels = (panels: readonly Panel[]): string => {
  const rows = Math.ceil(panels.length / 2)
  const drawn = panels.map((panel, at) => {
    const [x, y] = [(at % 2) * width, Math.floor(at / 2) * height]
    return `<g transform="translate(${x} ${y})">${drawPanel(panel)}</g>`
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width * 2} ${height * rows}" font-family="system-ui, sans-serif" font-size="12">`,
    '<style>text{fill:#6b6b6b}.title{font-weight:600;font-size:14px;fill:#8a4b2f}.line{fill:none;stroke:#b4532a;stroke-width:2}.dot{fill:#b4532a}.grid{stroke:#8884;stroke-width:1}@media(prefers-color-scheme:dark){text{fill:#a3a3a3}.title{fill:#e2956f}}</style>',
    ...drawn,
    '</svg>',
    '',
  ].join('\n')
}

const drawPanel = ({ title, across, unit, points }: Panel): string => {
  const [left, right] = [margin.left, width - margin.right]
  const [top, bottom] = [margin.top, height - margin.bottom]
  const xs = rangeOf(points.map(({ at }) => at))
  const ys = rangeOf(points.map(({ value }) => value))
  const x = (value: number) =>
    left + inset + ((Math.log10(value) - xs.low) / (xs.high - xs.low)) * (right - left - 2 * inset)
  const y = (value: number) =>
    bottom - ((Math.log10(value) - ys.low) / (ys.high - ys.low)) * (bottom - top)
  const path = points.map(({ at, value }) => `${round(x(at))},${round(y(value))}`).join(' ')
  const levels = Array.from({ length: ys.high - ys.low + 1 }, (_, step) => 10 ** (ys.low + step))
  return [
    `<text class="title" x="${left}" y="20">${title}</text>`,
    ...levels.map(
      (level) =>
        `<line class="grid" x1="${left}" x2="${right}" y1="${round(y(level))}" y2="${round(y(level))}"/><text x="${left - 8}" y="${round(y(level)) + 4}" text-anchor="end">${written(level)}</text>`,
    ),
    `<text x="${left}" y="36">${unit}</text>`,
    `<polyline class="line" points="${path}"/>`,
    ...points.map(
      ({ at, value }) =>
        `<circle class="dot" cx="${round(x(at))}" cy="${round(y(value))}" r="3.5"/><text x="${round(x(at))}" y="${round(y(value)) - 8}" text-anchor="middle">${written(value)}</text><text x="${round(x(at))}" y="${bottom + 16}" text-anchor="middle">${written(at)}</text>`,
    ),
    `<text x="${(left + right) / 2}" y="${bottom + 32}" text-anchor="middle">${across}</text>`,
  ].join('\n')
}

/** Whole powers of ten around the values. */
const rangeOf = (values: readonly number[]): { low: number; high: number } => {
  const logs = values.map((value) => Math.log10(value))
  const low = Math.floor(Math.min(...logs))
  return { low, high: Math.max(Math.ceil(Math.max(...logs)), low + 1) }
}

const round = (value: number): number => Math.round(value * 10) / 10

const written = (value: number): string =>
  value >= 1_000_000
    ? `${value / 1_000_000} M`
    : value >= 10_000
      ? `${Math.round(value / 1_000)} k`
      : value >= 10
        ? Math.round(value).toLocaleString('en')
        : String(Math.round(value * 100) / 100)
