import pg from 'pg'
import { type Bench, interleaved, type Row, ratios } from './bench.ts'
import { loadCore, pin, serverCore } from './cores.ts'
import type { LoadResult } from './load-result.ts'
import { asOwner } from './seed.ts'
import { recordMilestones } from './vote-cost.ts'
import { castBallots } from './voting.ts'

/** Joins compared with votes by the same members on the same 10,000 submissions. */
export const joiningRows = async (bench: Bench): Promise<Row[]> => {
  pin(Object.values(bench.stack.pids), [serverCore, loadCore])
  await recordFirsts(bench)
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
      bar: { is: 'at least', value: 0.9 },
      values: ratios(perSecond(joins), perSecond(votes)),
      unit: 'times',
      site: perSecond(joins),
      limit: perSecond(votes),
    },
  ]
}

/** What happens once in the life of a boycott: milestones, and the change to active after some joins. */
const recordFirsts = async (bench: Bench): Promise<void> => {
  const owner = new pg.Client({ connectionString: bench.stack.ownerUrl })
  await owner.connect()
  try {
    await recordMilestones(bench, owner, 0)
  } finally {
    await owner.end()
  }
  await asOwner(bench.stack.ownerUrl, [
    'ALTER TABLE catalog.submissions DISABLE TRIGGER USER',
    `UPDATE catalog.submissions SET status = 'active'`,
    'ALTER TABLE catalog.submissions ENABLE TRIGGER USER',
    'VACUUM (ANALYZE) catalog.submissions',
  ])
}
