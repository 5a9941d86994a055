import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { type Bench, interleaved, type Row, ratios } from './bench.ts'
import { loadCore, pin, serverCore } from './cores.ts'
import { type Ask, type Load, send } from './load.ts'
import type { LoadResult } from './load-result.ts'
import { hasPgbench, runPgbench, type Votes } from './pgbench.ts'
import { memberAt, memberCount, submissionAt } from './seed.ts'

const connections = 64
const clients = 16
/** Below the limit of 30 votes per member and minute. */
const votesOfEach = 24
const votedOn = 10_000
/** The maximum number of votes of a run. */
const maxPerSecond = 8_000

/** P4 and P5. */
export const votingRows = async (bench: Bench): Promise<Row[]> => {
  const { stack } = bench
  if (!hasPgbench) return notMeasured()
  pin(Object.values(stack.pids), [serverCore, loadCore])
  const compare = (target: 'hot' | 'spread', asIf: { connections: number; clients: number }) =>
    interleaved(bench, `P4, P5 votes, ${target}, ${asIf.connections} connections`, {
      site: () => castBallots(bench, 'votes', { target, width: asIf.connections }),
      limit: () => pgbenchAlone(bench, { target, clients: asIf.clients }),
    })
  const hot = await compare('hot', { connections, clients })
  const spread = await compare('spread', { connections, clients })
  const alone = await compare('spread', { connections: 1, clients: 1 })
  return [
    against('P4', 'votes on one submission, relative to pgbench, 16 clients', hot, 0.8),
    {
      id: 'P4',
      what: 'votes on one submission, relative to votes on 10,000',
      bar: { is: 'at least', value: 0.9 },
      values: ratios(rates(hot.site), rates(spread.site)),
      unit: 'times',
    },
    {
      id: 'P4',
      what: 'difference between scores and counted votes',
      bar: { is: 'at most', value: 0 },
      values: [await drift(bench)],
      unit: 'count',
    },
    against('P5', 'votes on 10,000 submissions, relative to pgbench, 16 clients', spread, 0.35),
    {
      id: 'P5',
      what: 'one vote at a time, relative to pgbench with one client',
      bar: { is: 'at most', value: 4 },
      values: ratios(
        alone.site.map(({ latency }) => latency.p50),
        alone.limit.map(({ meanMilliseconds }) => meanMilliseconds),
      ),
      unit: 'times',
      note: `p50 ${alone.site.map(({ latency }) => latency.p50.toFixed(1)).join(', ')} ms, pgbench's mean ${alone.limit.map(({ meanMilliseconds }) => meanMilliseconds.toFixed(1)).join(', ')} ms`,
    },
  ]
}

/** Freezes the programs, so that none of them takes time for its remaining work. */
const pgbenchAlone = async (
  bench: Bench,
  options: { target: 'hot' | 'spread'; clients: number },
): Promise<Votes> => {
  const { stack, seconds } = bench
  await untilReceived(bench)
  stack.freeze()
  try {
    return await runPgbench({ databaseUrl: stack.catalogDatabaseUrl, seconds, ...options })
  } finally {
    // A frozen program may hold a lock on the table.
    await onDatabase(bench, "SET lock_timeout = '2s'; TRUNCATE catalog.outbox").catch(() => {})
    stack.thaw()
  }
}

const untilReceived = async (bench: Bench): Promise<void> => {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const [row] = await onDatabase(bench, 'SELECT FROM catalog.outbox LIMIT 1')
    if (row === undefined) return
    await delay(100)
  }
}

let firstVoter = 0

/** Votes, or joins of the same members and submissions; at a fixed rate, or as fast as they are answered. */
export const castBallots = async (
  bench: Bench,
  kind: 'votes' | 'joins',
  { target, width, rate }: { target: 'hot' | 'spread'; width: number; rate?: number },
): Promise<LoadResult> => {
  const { url } = bench.stack
  const lists = (one: Bench) => ballotLists(one, kind, { target, width })
  // Resolves sessions, opens connections and compiles code in advance.
  await send({ url, seconds: 1, lists: lists({ ...bench, seconds: 1 }) })
  return send({ url, seconds: bench.seconds, lists: lists(bench), ...(rate && { rate }) })
}

/** Members take turns, and each changes their vote every time. */
const ballotLists = (
  { seconds }: Bench,
  kind: 'votes' | 'joins',
  { target, width }: { target: 'hot' | 'spread'; width: number },
): Load['lists'] => {
  const voters = Math.ceil((maxPerSecond * seconds) / votesOfEach / connections)
  return Array.from({ length: width }, (_, connection) => {
    const first = firstVoter + connection * voters
    if (connection === width - 1) firstVoter = (first + voters) % memberCount
    return Array.from({ length: voters * votesOfEach }, (_ask, at): Ask => {
      const { cookie, address } = memberAt((first + (at % voters)) % memberCount)
      const turn = Math.floor(at / voters)
      const id = submissionAt(target === 'hot' ? 0 : (first + at * 7) % votedOn)
      if (kind === 'joins') {
        return {
          method: 'POST',
          path: `/api/boycotts/${id}/participation`,
          headers: { cookie, 'x-forwarded-for': address },
        }
      }
      return {
        method: 'POST',
        path: `/api/boycotts/${id}/vote`,
        headers: { cookie, 'x-forwarded-for': address, 'content-type': 'application/json' },
        body: JSON.stringify({ value: turn % 2 === 0 ? 1 : -1 }),
      }
    })
  })
}

const onDatabase = async (bench: Bench, statement: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: bench.stack.ownerUrl })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

/** Difference between the scores and the seeded scores plus the votes since. */
const drift = async (bench: Bench): Promise<number> => {
  const [row] = await onDatabase(
    bench,
    `SELECT coalesce(sum(abs(score - seeded - voted)), 0)::integer AS drift FROM (
       SELECT score, coalesce((SELECT sum(value) FROM catalog.votes WHERE votes.submission_id = submissions.id
           AND NOT EXISTS (SELECT FROM catalog.holds WHERE holds.submission_id = submissions.id
             AND holds.user_id = votes.user_id)), 0) AS voted,
         (('x' || left(md5('score-' || n), 6))::bit(24)::integer % 2000) - 200 AS seeded
       FROM catalog.submissions JOIN generate_series(0, ${votedOn - 1}) AS n
         ON submissions.id = left(md5('bench-' || n), 8)
     ) AS compared`,
  )
  return Number(row?.drift)
}

const rates = (side: readonly { perSecond: number }[]): number[] =>
  side.map(({ perSecond }) => perSecond)

const against = (
  id: string,
  what: string,
  { site, limit }: { site: LoadResult[]; limit: Votes[] },
  value: number,
): Row => {
  const refused = site.flatMap(({ statuses }) =>
    Object.entries(statuses).filter(([code]) => Number(code) >= 400),
  )
  return {
    id,
    what,
    bar: { is: 'at least', value },
    values: ratios(rates(site), rates(limit)),
    unit: 'times',
    site: rates(site),
    limit: rates(limit),
    ...(refused.length === 0 ? {} : { note: `refused: ${JSON.stringify(refused)}` }),
  }
}

const notMeasured = (): Row[] =>
  ['P4', 'P5'].map((id) => ({
    id,
    what: 'votes, relative to pgbench',
    bar: null,
    values: [],
    unit: 'times',
    note: 'pgbench is missing: install postgresql-contrib',
  }))
