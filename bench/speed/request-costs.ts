import pg from 'pg'
import type { Bench, Row } from './bench.ts'
import { pin, serverCore } from './cores.ts'
import { alike, type Load, send } from './load.ts'
import {
  costPerCall,
  describeCosts,
  medianCosts,
  readProgramUse,
  totalCost,
} from './program-use.ts'
import { distinctItems, membersList } from './reading.ts'

const connections = 50
const feed = '/api/boycotts'

/** What the kinds of reads cost, by program: the figures that `npm run tool -- simulate-load` calculates with. */
export const requestCostRows = async (bench: Bench): Promise<Row[]> => {
  const { stack, runs, seconds, onProgress } = bench
  pin(Object.values(stack.pids), [serverCore])
  const kinds: Readonly<Record<string, () => Load['lists']>> = {
    'feed page, cached in the gateway': () => alike(connections, [{ path: feed }]),
    'submission, from no cache': distinctItems,
    "member's feed page": () => membersList(feed),
  }
  const owner = new pg.Client({ connectionString: stack.ownerUrl })
  await owner.connect()
  const costsOf = async (lists: Load['lists']) => {
    const before = await readProgramUse(stack, owner)
    const { succeeded } = await send({ url: stack.url, seconds, lists })
    return costPerCall(before, await readProgramUse(stack, owner), succeeded)
  }
  try {
    const rows: Row[] = []
    for (const [kind, lists] of Object.entries(kinds)) {
      onProgress(`processor time of a ${kind}`)
      // Compiles code and opens connections.
      await costsOf(lists())
      const all: Record<string, number>[] = []
      while (all.length < runs) all.push(await costsOf(lists()))
      rows.push({
        id: 'P21',
        what: `processor time of a ${kind}`,
        bar: null,
        values: all.map(totalCost),
        unit: 'µs',
        note: describeCosts(medianCosts(all)),
      })
    }
    return rows
  } finally {
    await owner.end()
  }
}
