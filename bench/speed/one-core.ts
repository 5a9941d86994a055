import pg from 'pg'
import type { Bench, Row } from './bench.ts'
import { pin, serverCore } from './cores.ts'
import { type Ask, alike, dealt, type Load, send } from './load.ts'
import type { LoadResult } from './load-result.ts'
import { membersList } from './reading.ts'
import { addressAt, memberAt, memberCount, submissionAt } from './seed.ts'
import { recordMilestones } from './vote-cost.ts'

const connections = 50
const feed = '/api/boycotts'
const votedOn = 10_000
/** As many items as the other software had. */
const itemCount = 2_000
/** V8 compiles the code that runs often. */
const warmUpSeconds = 8

/**
 * P21: requests a second with all programs of the site, its database and its servers on one core, as other software is
 * measured in docs/performance.md.
 */
export const oneCoreRows = async (bench: Bench): Promise<Row[]> => {
  const { stack, runs, seconds, onProgress } = bench
  pin(Object.values(stack.pids), [serverCore])
  const kinds: Readonly<Record<string, () => Load['lists']>> = {
    votes: () => dealt(connections, oneVoteEach()),
    'feed pages of members': () => membersList(feed),
    items: () => dealt(connections, items),
    'feed pages of visitors': () => alike(connections, [{ path: feed }]),
  }
  const owner = new pg.Client({ connectionString: stack.ownerUrl })
  await owner.connect()
  try {
    await recordMilestones(bench, owner, 0)
  } finally {
    await owner.end()
  }
  const rows: Row[] = []
  for (const [kind, lists] of Object.entries(kinds)) {
    onProgress(`${kind} on one core`)
    const { url } = stack
    await send({ url, seconds: warmUpSeconds, lists: lists() })
    const all: LoadResult[] = []
    while (all.length < runs) all.push(await send({ url, seconds, lists: lists() }))
    rows.push({
      id: 'P21',
      what: `${kind}, all programs on one core, ${connections} connections`,
      bar: null,
      values: all.map(({ perSecond }) => perSecond),
      unit: 'a second',
      note: `statuses ${JSON.stringify(all.map(({ statuses }) => statuses))}`,
    })
  }
  return rows
}

let turn = 0

/** A vote of every member, each on another submission than the time before. */
const oneVoteEach = (): Ask[] => {
  turn += 1
  const value = turn % 2 === 0 ? 1 : -1
  return Array.from({ length: memberCount }, (_, at) => {
    const { cookie, address } = memberAt(at)
    return {
      method: 'POST',
      path: `${feed}/${submissionAt((at * 7 + turn) % votedOn)}/vote`,
      headers: { cookie, 'x-forwarded-for': address, 'content-type': 'application/json' },
      body: JSON.stringify({ value }),
    }
  })
}

const items: readonly Ask[] = Array.from({ length: itemCount }, (_, at) => ({
  path: `${feed}/${submissionAt(at)}`,
  headers: { 'x-forwarded-for': addressAt(at) },
}))
