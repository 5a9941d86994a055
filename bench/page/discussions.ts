import { setTimeout as pause } from 'node:timers/promises'
import { boycottPath } from '@answerable/contracts/pages'
import { addComments } from '../../tests/tools/add-comments.ts'
import type { SiteFacts } from './site.ts'
import { percentile } from './statistics.ts'
import type { openTraffic } from './traffic.ts'

type Options = {
  site: Pick<SiteFacts, 'url' | 'ownerUrl'>
  traffic: Pick<ReturnType<typeof openTraffic>, 'startVoting'>
  /** The submissions with long discussions. */
  ids: readonly string[]
}

/** Response times of the feed, 99th percentile in milliseconds. */
type Beside = {
  alone: number
  /** During reads of the discussions and votes. */
  beside: number
  /** Size of the largest page, before compression. */
  bytes: number
}

const maxCommentLength = 2_000
const commentsOfEach = 500
const votesPerSecond = 15
const secondsOfEach = 6

/** Measures the effect of long discussions under votes on other reads. */
export const measureDiscussions = async ({ site, traffic, ids }: Options): Promise<Beside> => {
  await addComments(site.ownerUrl, {
    submissions: ids,
    count: commentsOfEach,
    characters: maxCommentLength,
  })
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

let readers = 0

/** Reads the paths in turn at a fixed rate, each request from another network. */
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
  const response = await fetch(url, {
    headers: {
      'x-forwarded-for': `10.1.${Math.floor(readers / 250) % 250}.${(readers % 250) + 1}`,
    },
  })
  if (!response.ok) throw new Error(`${url.pathname} responded with ${response.status}`)
  const { byteLength } = await response.arrayBuffer()
  return { milliseconds: performance.now() - startedAt, bytes: byteLength }
}
