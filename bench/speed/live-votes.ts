import { setTimeout as delay } from 'node:timers/promises'
import { type LiveMessage, liveMessage } from '@answerable/contracts/live'
import type { Submission } from '@answerable/contracts/submissions'
import { median, percentile } from '../page/statistics.ts'
import type { Received } from './audience.ts'
import type { Bench, Row } from './bench.ts'
import { loadCore, pin, serverCore } from './cores.ts'
import { bareSide, broadcastRounds, now, realtimeSide, warmUp, withSide } from './live-sides.ts'
import { memberAt, memberCount, submissionAt } from './seed.ts'
import type { Program } from './stack.ts'

const sockets = 10_000
const votesPerSecond = 20
const ids = [submissionAt(9_990)]
/** The default of LIVE_WINDOW_MS. */
const windowMilliseconds = 1_000

/** From a vote's first byte to its arrival at the last of the sockets of one realtime process. */
export const lastSocketRow = async (bench: Bench, realtime: Program): Promise<Row> => {
  const { stack, onProgress, seconds } = bench
  const { gateway, catalog, auth, postgres } = stack.pids
  pin([gateway, catalog, auth, postgres], [serverCore, loadCore])
  onProgress(`P7 a frame to ${sockets} sockets`)
  const { times: limit } = await withSide(bareSide(sockets), async (bare) => {
    await warmUp(bare, 1)
    return broadcastRounds(bare, { messages: 1, seconds })
  })
  onProgress(`P7 votes to ${sockets} sockets`)
  const times = await withSide(realtimeSide(bench, realtime, sockets), async ({ audience }) => {
    const before = await castVotes(bench, { ids, votesPerSecond, seconds: 1 })
    await delay(1.5 * windowMilliseconds)
    await audience.received()
    const votes = await castVotes(bench, { ids, votesPerSecond, seconds: 2 * seconds })
    await delay(1.5 * windowMilliseconds)
    return arrivals(votes.filter(isAfter(before)), await audience.received(), sockets)
  })
  const atBest = percentile(limit, 99)
  const arrived = times.filter((time) => time !== null)
  const lost = times.length - arrived.length
  return {
    id: 'P7',
    what: `vote until the last of ${sockets.toLocaleString('en')} sockets has it, 99th percentile`,
    bar: { is: 'at most', value: windowMilliseconds + 1.3 * atBest },
    values: [lost === 0 ? percentile(arrived, 99) : Number.POSITIVE_INFINITY],
    unit: 'ms',
    note: [
      `the window of ${windowMilliseconds} ms and 1.3 times the limit’s ${atBest.toFixed(0)} ms (median ${median(limit).toFixed(0)} ms)`,
      `${votesPerSecond} votes a second at random moments on one submission, median ${median(arrived).toFixed(0)} ms`,
      ...(lost === 0 ? [] : [`${lost} of ${times.length} votes did not arrive everywhere`]),
    ].join('; '),
  }
}

type Vote = { id: string; version: number; castAt: number }

let voter = 0

/** Casts votes of different members at random moments, this many per second on average. */
export const castVotes = async (
  { stack }: Bench,
  plan: { ids: readonly string[]; votesPerSecond: number; seconds: number },
): Promise<Vote[]> => {
  const votes = Array.from({ length: plan.votesPerSecond * plan.seconds }, async (_, at) => {
    voter = (voter + 1) % memberCount
    const { cookie, address } = memberAt(voter)
    const id = plan.ids[at % plan.ids.length] ?? ''
    await delay(Math.random() * plan.seconds * 1_000)
    const castAt = now()
    const response = await fetch(`${stack.url}/api/boycotts/${id}/vote`, {
      method: 'POST',
      headers: { cookie, 'x-forwarded-for': address, 'content-type': 'application/json' },
      body: '{"value":1}',
    })
    if (!response.ok)
      throw new Error(`a vote got status ${response.status}: ${await response.text()}`)
    const { version } = (await response.json()) as Submission
    return { id, version, castAt }
  })
  return Promise.all(votes)
}

/**
 * A member may have cast the same vote in an earlier part. Such a vote changes nothing and is not
 * broadcast.
 */
const isAfter =
  (before: readonly Vote[]) =>
  ({ id, version }: Vote): boolean =>
    before.every((vote) => vote.id !== id || vote.version < version)

/** Time until each vote arrived at all sockets; null for a vote that did not. */
const arrivals = (
  votes: readonly Vote[],
  received: readonly Received[],
  everybody: number,
): (number | null)[] => {
  const messages = received
    .filter(({ count }) => count === everybody)
    .map(({ message, lastAt }) => ({ ...parsed(message), lastAt }))
  return votes.map(({ id, version, castAt }) => {
    const own = messages.filter((one) => one.submissionId === id && one.version >= version)
    return own.length === 0 ? null : Math.min(...own.map(({ lastAt }) => lastAt)) - castAt
  })
}

const parsed = (message: string): LiveMessage => liveMessage.parse(JSON.parse(message))
