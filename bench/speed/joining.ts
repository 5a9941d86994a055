import pg from 'pg'
import { type Bench, interleaved, type Row, ratios } from './bench.ts'
import { loadCore, pin, serverCore } from './cores.ts'
import type { LoadResult } from './load-result.ts'
import { asOwner } from './seed.ts'
import { recordMilestones } from './vote-cost.ts'
import { castBallots } from './voting.ts'

const connections = 64
/** Much less than the site can do, so that no call waits for others. */
const perSecond = 200

/** Joins compared with votes by the same members on the same 10,000 submissions. */
export const joiningRows = async (bench: Bench): Promise<Row[]> => {
  pin(Object.values(bench.stack.pids), [serverCore, loadCore])
  await recordFirsts(bench)
  const compare = (title: string, rate?: number) => {
    const load = { target: 'spread', width: connections, ...(rate && { rate }) } as const
    return interleaved(bench, `joins and votes, spread, ${title}`, {
      limit: () => castBallots(bench, 'votes', load),
      site: () => castBallots(bench, 'joins', load),
    })
  }
  const calm = await compare(`${perSecond} a second`, perSecond)
  const full = await compare(`${connections} connections`)
  return [
    {
      id: 'P4',
      what: `median latency of joins, relative to votes, ${perSecond} a second`,
      bar: { is: 'at most', value: 1.1 },
      ...compared(calm, ({ latency }) => latency.p50),
    },
    {
      id: 'P4',
      what: 'joins a second of 10,000 boycotts, relative to votes on them',
      bar: { is: 'at least', value: 0.9 },
      ...compared(full, (result) => result.perSecond),
    },
  ]
}

const compared = (
  { site, limit }: { site: LoadResult[]; limit: LoadResult[] },
  figure: (result: LoadResult) => number,
) => {
  const [joins, votes] = [site.map(figure), limit.map(figure)]
  return { values: ratios(joins, votes), unit: 'times', site: joins, limit: votes } as const
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
