import { median } from './statistics.ts'

export type Row = {
  what: string
  /** One figure per run. */
  values: readonly number[]
  write: (value: number) => string
  /** Null for a figure without a bar. */
  bar: { is: 'at most' | 'at least'; value: number } | null
}

/** Prints rows with their bars; returns the number of medians that miss their bar. */
export const printRows = (title: string, rows: readonly Row[]): number => {
  console.log(`\n${title}`)
  let missed = 0
  for (const { what, values, write, bar } of rows) {
    const middle = median(values)
    const isMissed = bar !== null && !holds(middle, bar)
    if (isMissed) missed += 1
    console.log(
      [
        what.padEnd(34),
        write(middle).padStart(10),
        spreadOf(values, write).padEnd(22),
        bar === null ? '' : `${bar.is} ${write(bar.value)}`.padEnd(20),
        bar === null ? '' : isMissed ? '✗' : '✓',
      ].join('  '),
    )
  }
  return missed
}

export const kilobytes = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} kB`
export const milliseconds = (value: number): string => `${Math.round(value)} ms`
export const seconds = (value: number): string => `${(value / 1_000).toFixed(2)} s`
export const times = (value: number): string => `${value.toFixed(2)} ×`
export const plain = (value: number): string => String(Math.round(value * 1_000) / 1_000)

const holds = (value: number, bar: NonNullable<Row['bar']>): boolean =>
  bar.is === 'at most' ? value <= bar.value : value >= bar.value

const spreadOf = (values: readonly number[], write: Row['write']): string =>
  values.length < 2 ? '' : `(${write(Math.min(...values))} to ${write(Math.max(...values))})`

export const row = (
  what: string,
  values: readonly number[],
  write: Row['write'],
  bar: Row['bar'] = null,
): Row => ({ what, values, write, bar })

export const atMost = (value: number): Row['bar'] => ({ is: 'at most', value })
export const atLeast = (value: number): Row['bar'] => ({ is: 'at least', value })
