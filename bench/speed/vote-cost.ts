import { loadavg } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { median } from '../page/statistics.ts'
import type { Bench, Row } from './bench.ts'
import { pin, serverCore } from './cores.ts'
import { type Ask, dealt, send } from './load.ts'
import type { LoadResult } from './load-result.ts'
import {
  costPerCall,
  describeCosts,
  medianCosts,
  readProgramUse,
  totalCost,
} from './program-use.ts'
import { memberAt, memberCount, seedMembers, submissionAt } from './seed.ts'

const widths = [50, 10, 1] as const
type Width = (typeof widths)[number]
type Voters = 'cold' | 'warm' | 'returning'

/** The first votes after a start. */
const coldVotes: Record<Width, number> = { 50: 1_000, 10: 1_000, 1: 300 }
/** V8 compiles during the first ten thousand votes. */
const warmUpVotes = 12_000
/** Votes of one measurement, and measurements per run. */
const warmVotes: Record<Width, number> = { 50: 1_000, 10: 1_000, 1: 300 }
const repetitions: Record<Width, number> = { 50: 4, 10: 2, 1: 1 }
const votedOn = 10_000
/** Members needed for a run, with some to spare. */
const membersOfRun = 23_000

type Measured = {
  load: LoadResult
  /** Microseconds of processor time per vote, by program. */
  costs: Record<string, number>
}

type Measure = (width: number, members: Range) => Promise<Measured>
type Range = { first: number; count: number }

/**
 * P21: the processor time of a vote in all programs, which share one core. Each vote is by another member, whose
 * session the gateway does not know, on another submission: after many votes (warm), or among the first thousand
 * after a start of gateway and services (cold). Returning members have voted before.
 */
export const voteCostRows = async (bench: Bench): Promise<Row[]> => {
  const { stack, runs, onProgress } = bench
  const from = 3 * memberCount
  const members = { from, to: from + votedOn + runs * membersOfRun }
  await seedMembers(stack, { ...members, idleMinutes: 60 })
  const owner = new pg.Client({ connectionString: stack.ownerUrl })
  await owner.connect()
  let first = members.from
  const next = (count: number): Range => {
    first += count
    return { first: first - count, count }
  }
  const measure = measureVotes(bench, owner)
  const results = new Map<string, Measured[]>()
  const note = (voters: Voters, width: Width, measured: Measured): void => {
    const key = `${voters} ${width}`
    results.set(key, [...(results.get(key) ?? []), measured])
    onProgress(
      `P21 ${key}: ${Math.round(totalCost(measured.costs))} µs; ${describeCosts(measured.costs)}`,
    )
  }
  const idle: number[] = []
  const measureWarm = async (width: Width): Promise<Range[]> => {
    const ranges = Array.from({ length: repetitions[width] }, () => next(warmVotes[width]))
    for (const range of ranges) note('warm', width, await measure(width, range))
    return ranges
  }
  const measureCold = async (width: Width): Promise<void> => {
    await restart(bench)
    note('cold', width, await measure(width, next(coldVotes[width])))
  }
  try {
    await recordMilestones(bench, owner, next(votedOn).first)
    for (let run = 1; run <= runs; run += 1) {
      await measureCold(50)
      await measure(50, next(warmUpVotes))
      const known = await measureWarm(50)
      for (const range of known) note('returning', 50, await measure(50, range))
      for (const width of [10, 1] as const) await measureWarm(width)
      idle.push(await idleCost(bench, owner))
      for (const width of [10, 1] as const) await measureCold(width)
    }
    const rows = widths.flatMap((width) => [
      rowOf('warm', width, results.get(`warm ${width}`) ?? []),
      rowOf('cold', width, results.get(`cold ${width}`) ?? []),
    ])
    return [
      ...rows,
      rowOf('returning', 50, results.get('returning 50') ?? []),
      {
        id: 'P21',
        what: 'CPU time of the idle site per second, included above',
        bar: null,
        values: idle,
        unit: 'ms',
      },
    ]
  } finally {
    await owner.end()
  }
}

const restart = async ({ stack }: Bench): Promise<void> => {
  await stack.restart()
  pin(Object.values(stack.pids), [serverCore])
}

/** Casts votes by these members, one each, and measures them. */
export const measureVotes =
  ({ stack }: Bench, owner: pg.Client): Measure =>
  async (width, members) => {
    const before = await readProgramUse(stack, owner)
    const load = await send({
      url: stack.url,
      seconds: 60,
      lists: dealt(width, votesBy(members)),
      amount: members.count,
    })
    await untilPublished(owner)
    const after = await readProgramUse(stack, owner)
    return { load, costs: costPerCall(before, after, load.succeeded) }
  }

const idleSeconds = 3

/** Milliseconds of processor time per second without any request. */
const idleCost = async ({ stack }: Bench, owner: pg.Client): Promise<number> => {
  const before = await readProgramUse(stack, owner)
  await delay(idleSeconds * 1_000)
  const after = await readProgramUse(stack, owner)
  return totalCost(costPerCall(before, after, idleSeconds)) / 1_000
}

let turn = 0

const votesBy = ({ first, count }: Range): Ask[] => {
  turn += 1
  const value = turn % 2 === 0 ? 1 : -1
  return Array.from({ length: count }, (_, at) => {
    const { cookie, address } = memberAt(first + at)
    return {
      method: 'POST',
      path: `/api/boycotts/${submissionAt(((first + at) * 7 + turn) % votedOn)}/vote`,
      headers: { cookie, 'x-forwarded-for': address, 'content-type': 'application/json' },
      body: JSON.stringify({ value }),
    }
  })
}

const settleMilliseconds = 200

/** Events are part of a vote, so their work must have ended. */
const untilPublished = async (owner: pg.Client): Promise<void> => {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const { rowCount } = await owner.query('SELECT FROM catalog.outbox LIMIT 1')
    await delay(settleMilliseconds)
    if (rowCount === 0) return
  }
  throw new Error('the events of votes are not published')
}

/** A vote on each submission, because on a site in use the milestones of submissions are recorded already. */
export const recordMilestones = async (bench: Bench, owner: pg.Client, first: number) => {
  await measureVotes(bench, owner)(50, { first, count: votedOn })
  await untilMilestonesRecorded(owner)
}

const untilMilestonesRecorded = async (owner: pg.Client): Promise<void> => {
  for (let before = -1, recorded = 0; recorded !== before; ) {
    before = recorded
    await delay(5_000)
    const { rows } = await owner.query<{ count: string }>(
      'SELECT count(*) FROM notifications.occurrences',
    )
    recorded = Number(rows[0]?.count)
  }
}

/** Microseconds per vote over all programs; with 50 connections. */
const maxCost: Record<Voters, number | null> = { warm: 500, cold: 1_200, returning: null }

const titles: Record<Voters, string> = {
  warm: 'a vote, new member, warm',
  cold: 'a vote, new member, first 1,000 after a start',
  returning: 'a vote, returning member, warm',
}

const rowOf = (voters: Voters, width: Width, all: readonly Measured[]): Row => {
  const bar = width === 50 ? maxCost[voters] : null
  const costs = medianCosts(all.map((measured) => measured.costs))
  // autocannon ends at full seconds, so that its rate of a short run is too low.
  const latency = median(all.map(({ load }) => load.latency.p50))
  const refused = all.flatMap(({ load }) =>
    Object.entries(load.statuses).filter(([code]) => Number(code) >= 400),
  )
  return {
    id: 'P21',
    what: `CPU time of ${titles[voters]}, ${width} connection${width === 1 ? '' : 's'}`,
    bar: bar === null ? null : { is: 'at most', value: bar },
    values: all.map((measured) => totalCost(measured.costs)),
    unit: 'µs',
    note: [
      describeCosts(costs),
      `median latency ${latency.toFixed(1)} ms`,
      `load ${(loadavg()[0] ?? 0).toFixed(1)}`,
      ...(refused.length === 0 ? [] : [`refused: ${JSON.stringify(refused)}`]),
    ].join('; '),
  }
}
