import { median } from '../page/statistics.ts'
import type { Program, Stack } from './stack.ts'

/** Shared by all rows. */
export type Bench = {
  stack: Stack
  runs: number
  /** Duration of one measurement. */
  seconds: number
  isFull: boolean
  soakMinutes: number
  /** Submissions in the snapshots of the open data. */
  submissions: number
  onProgress: (step: string) => void
}

export type Row = {
  id: string
  what: string
  /** The bar of the ratio or figure. */
  bar: { is: 'at least' | 'at most'; value: number } | null
  /** One ratio or figure per run. */
  values: readonly number[]
  unit: 'times' | 's' | 'ms' | 'µs' | 'count' | 'a second' | 'per vote' | 'kB' | 'MB'
  /** The underlying figures, for the table and the file. */
  site?: readonly number[]
  limit?: readonly number[]
  note?: string
}

/** Whether the median meets its bar. */
export const holds = ({ values, bar }: Row): boolean | null => {
  if (bar === null || values.length === 0) return null
  const middle = median(values)
  return bar.is === 'at least' ? middle >= bar.value : middle <= bar.value
}

/** Alternates the two sides, so that disturbances of the machine affect both. */
export const interleaved = async <Site, Against>(
  bench: Pick<Bench, 'runs' | 'onProgress'>,
  what: string,
  sides: { site: () => Promise<Site>; limit: () => Promise<Against> },
): Promise<{ site: Site[]; limit: Against[] }> => {
  const site: Site[] = []
  const limit: Against[] = []
  for (let run = 1; run <= bench.runs; run += 1) {
    bench.onProgress(`${what}, run ${run} of ${bench.runs}`)
    limit.push(await sides.limit())
    site.push(await sides.site())
  }
  return { site, limit }
}

export const ratios = (one: readonly number[], other: readonly number[]): number[] =>
  one.map((value, at) => value / (other[at] ?? Number.NaN))

/** The lower of two ratios of each run: by wall clock and by processor time. */
const lowerOf = (one: readonly number[], other: readonly number[]): number[] =>
  one.map((value, at) => Math.min(value, other[at] ?? value))

type Rate = { perSecond: number; perProcessorSecond: number }

/** The figures of a row that compares two sides by wall clock and by processor time. */
export const ratesBeside = (
  site: readonly Rate[],
  limit: readonly Rate[],
): { values: number[]; site: number[]; limit: number[]; byProcessor: string } => {
  const one = site.map(({ perSecond }) => perSecond)
  const other = limit.map(({ perSecond }) => perSecond)
  const cost = site.map(({ perProcessorSecond }) => perProcessorSecond)
  const otherCost = limit.map(({ perProcessorSecond }) => perProcessorSecond)
  return {
    values: lowerOf(ratios(one, other), ratios(cost, otherCost)),
    site: one,
    limit: other,
    byProcessor: `by processor time ${cost.map(Math.round).join(', ')} to ${otherCost.map(Math.round).join(', ')}`,
  }
}

export const withProgram = async <Result>(
  starting: Promise<Program>,
  work: (program: Program) => Promise<Result>,
): Promise<Result> => {
  const program = await starting
  try {
    return await work(program)
  } finally {
    await program.stop()
  }
}
