import { setTimeout as pause } from 'node:timers/promises'
import { boycottPath } from '@answerable/contracts/pages'
import { openPool } from '@answerable/service-kit/db'
import { createLog } from '@answerable/service-kit/log'
import type { SiteFacts } from './site.ts'
import { percentile } from './statistics.ts'
import type { openTraffic } from './traffic.ts'

type Options = {
  site: Pick<SiteFacts, 'url' | 'ownerUrl'>
  traffic: Pick<ReturnType<typeof openTraffic>, 'startVoting'>
  /** Of the submissions that are discussed at length. */
  ids: readonly string[]
}

/** Reads of the feed, 99th percentile in milliseconds. */
type Beside = {
  alone: number
  /** While the discussions are read and voted on. */
  beside: number
  /** Of the longest page that was read, before compression. */
  bytes: number
}

const commentsOfEach = 500
const votesPerSecond = 15
const secondsOfEach = 6

/** What long discussions under votes do to those who read something else. */
export const measureDiscussions = async ({ site, traffic, ids }: Options): Promise<Beside> => {
  await discuss(site.ownerUrl, ids)
  const alone = await readFor(site.url, ['/api/boycotts'], 100)
  const voting = traffic.startVoting(ids, votesPerSecond)
  const [beside, pages] = await Promise.all([
    readFor(site.url, ['/api/boycotts'], 100),
    readFor(site.url, ids.map(boycottPath), 30),
  ])
  await voting.stop()
  return {
    alone: percentile(alone.durations, 99),
    beside: percentile(beside.durations, 99),
    bytes: pages.bytes,
  }
}

/** Comments of the greatest length, through the database, since the limits of members allow few. */
const discuss = async (ownerUrl: string, ids: readonly string[]): Promise<void> => {
  const log = createLog({ service: 'bench', level: 'warn' })
  const db = openPool({ url: ownerUrl, max: 1, name: 'bench', log })
  await db.query(
    `WITH discussed AS (
       UPDATE catalog.submissions
       SET comment_count = comment_count + $2, version = version + 1
       WHERE id = ANY ($1) RETURNING id, author_id
     )
     INSERT INTO catalog.comments (id, submission_id, author_id, content)
     SELECT gen_random_uuid(), discussed.id, author_id,
       rpad(number::text, 2000, ' Worth reading, and remembering.')
     FROM discussed, generate_series(1, $2) AS number`,
    [ids, commentsOfEach],
  )
  await db.end()
}

let readers = 0

/** Reads the paths in turn at a fixed rate, each time from another network. */
const readFor = async (url: string, paths: readonly string[], perSecond: number) => {
  const reads: Promise<{ milliseconds: number; bytes: number }>[] = []
  const timer = setInterval(() => {
    const path = paths[reads.length % paths.length] ?? '/'
    reads.push(read(new URL(path, url)))
  }, 1_000 / perSecond)
  await pause(secondsOfEach * 1_000)
  clearInterval(timer)
  const all = await Promise.all(reads)
  return {
    durations: all.map(({ milliseconds }) => milliseconds),
    bytes: Math.max(...all.map(({ bytes }) => bytes)),
  }
}

const read = async (url: URL): Promise<{ milliseconds: number; bytes: number }> => {
  readers += 1
  const startedAt = performance.now()
  const answer = await fetch(url, {
    headers: {
      'x-forwarded-for': `10.1.${Math.floor(readers / 250) % 250}.${(readers % 250) + 1}`,
    },
  })
  if (!answer.ok) throw new Error(`${url.pathname} answered ${answer.status}`)
  const { byteLength } = await answer.arrayBuffer()
  return { milliseconds: performance.now() - startedAt, bytes: byteLength }
}
