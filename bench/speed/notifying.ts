import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { type Bench, type Row, ratios } from './bench.ts'
import { pin, serverCore } from './cores.ts'
import { type Ask, send } from './load.ts'
import type { LoadResult } from './load-result.ts'
import { asOwner, memberAt, memberCount, submissionAt } from './seed.ts'

const followers = 100_000
export const votesPerSecond = 100
/** Shorter than a fan-out, so that all votes beside it are cast while it runs. */
const minSeconds = 8
const pollMilliseconds = 100
const patienceMilliseconds = 300_000

/** P17: an event that 100,000 members follow, and votes at the same time. */
export const notifyingRows = async (bench: Bench): Promise<Row[]> => {
  const { stack, runs, onProgress } = bench
  onProgress(`P17 seeding ${followers.toLocaleString('en')} followers`)
  await seedFollowers(stack.ownerUrl)
  const { gateway, catalog, auth, notifications, realtime, postgres, nats } = stack.pids
  pin([gateway, catalog, auth, notifications, realtime, postgres, nats], [serverCore])
  const owner = new pg.Client({ connectionString: stack.ownerUrl })
  await owner.connect()
  const [alone, beside, durations]: [LoadResult[], LoadResult[], number[]] = [[], [], []]
  try {
    await castVotes(bench)
    for (let run = 1; run <= runs; run += 1) {
      onProgress(`P17 fan-out, run ${run} of ${runs}`)
      alone.push(await castVotes(bench))
      const [votes, duration] = await Promise.all([castVotes(bench), fanOut(owner, run)])
      beside.push(votes)
      durations.push(duration)
    }
  } finally {
    await owner.end()
  }
  const p99 = (results: readonly LoadResult[]) => results.map(({ latency }) => latency.p99)
  return [
    {
      id: 'P17',
      what: `an event with ${followers.toLocaleString('en')} followers, until all have their notice`,
      bar: { is: 'at most', value: 60_000 },
      values: durations,
      unit: 'ms',
    },
    {
      id: 'P17',
      what: `99th percentile of ${votesPerSecond} votes a second beside it, relative to votes alone`,
      bar: { is: 'at most', value: 1.2 },
      values: ratios(p99(beside), p99(alone)),
      unit: 'times',
      note: `${p99(alone).map(Math.round).join(', ')} to ${p99(beside).map(Math.round).join(', ')} ms`,
    },
  ]
}

let cast = 0

export const castVotes = ({
  stack,
  seconds,
}: Pick<Bench, 'stack' | 'seconds'>): Promise<LoadResult> => {
  const duration = Math.max(seconds, minSeconds)
  const votes = Array.from({ length: duration * votesPerSecond }, (): Ask => {
    cast += 1
    const { cookie, address } = memberAt(cast % memberCount)
    return {
      method: 'POST',
      path: `/api/boycotts/${submissionAt(cast % 10_000)}/vote`,
      headers: { cookie, 'x-forwarded-for': address, 'content-type': 'application/json' },
      body: JSON.stringify({ value: cast % 3 === 0 ? -1 : 1 }),
    }
  })
  return send({ url: stack.url, seconds: duration, lists: [votes], rate: votesPerSecond })
}

/** Publishes a new submission as catalog does. Returns the milliseconds until every follower has a notice. */
const fanOut = async (owner: pg.Client, run: number): Promise<number> => {
  const submissionId = `fanout${String(run).padStart(2, '0')}`
  const payload = {
    submissionId,
    authorId: null,
    businessIds: [],
    country: 'FR',
    category: null,
    version: 1,
    cause: 'created',
  }
  const startedAt = performance.now()
  await owner.query(
    `INSERT INTO catalog.outbox (subject, payload) VALUES ('catalog.submission-published', $1)`,
    [JSON.stringify(payload)],
  )
  while (performance.now() - startedAt < patienceMilliseconds) {
    const { rows } = await owner.query<{ done: boolean }>(
      `SELECT EXISTS (SELECT FROM notifications.occurrences WHERE name = $1 AND followers_queued)
         AND NOT EXISTS (SELECT FROM notifications.fan_outs) AS done`,
      [`submission:${submissionId}`],
    )
    if (rows[0]?.done === true) {
      const duration = performance.now() - startedAt
      await mustHaveNotified(owner, submissionId)
      return duration
    }
    await delay(pollMilliseconds)
  }
  throw new Error('not all followers were notified')
}

const mustHaveNotified = async (owner: pg.Client, submissionId: string): Promise<void> => {
  const { rows } = await owner.query<{ count: string }>(
    `SELECT count(*) FROM notifications.notices
     JOIN notifications.occurrences ON id = occurrence_id WHERE name = $1`,
    [`submission:${submissionId}`],
  )
  if (Number(rows[0]?.count) !== followers) throw new Error(`${rows[0]?.count} notices`)
}

const seedFollowers = (ownerUrl: string): Promise<void> =>
  asOwner(ownerUrl, [
    `INSERT INTO notifications.follows (user_id, kind, key, automatic)
     SELECT md5('follower ' || n)::uuid, 'country', 'FR', false
     FROM generate_series(1, ${followers}) AS n ON CONFLICT DO NOTHING`,
    'VACUUM (ANALYZE) notifications.follows',
    'CHECKPOINT',
  ])
