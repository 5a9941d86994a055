import { type Bench, interleaved, type Row, ratios } from './bench.ts'
import { loadCore, pin, serverCore } from './cores.ts'
import type { LoadResult } from './load-result.ts'
import { castBallots } from './voting.ts'

/** Joins compared with votes by the same members on the same 10,000 submissions. */
export const joiningRows = async (bench: Bench): Promise<Row[]> => {
  pin(Object.values(bench.stack.pids), [serverCore, loadCore])
  const { site: joins, limit: votes } = await interleaved(
    bench,
    'joins and votes, spread, 64 connections',
    {
      limit: () => castBallots(bench, 'votes', { target: 'spread', width: 64 }),
      site: () => castBallots(bench, 'joins', { target: 'spread', width: 64 }),
    },
  )
  const perSecond = (results: readonly LoadResult[]) => results.map((one) => one.perSecond)
  return [
    {
      id: 'P4',
      what: 'joins of 10,000 boycotts, relative to votes on them',
      bar: null,
      values: ratios(perSecond(joins), perSecond(votes)),
      unit: 'times',
    },
  ]
}
