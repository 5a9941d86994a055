import { joinBoycott, joinBoycotts } from '@answerable/contracts/participation'
import type { Route } from '@answerable/contracts/route'
import { listSubmissions, listSubmissionsTogether } from '@answerable/contracts/submissions'
import { castVote, castVotes } from '@answerable/contracts/votes'
import { passportHeader } from '@answerable/service-kit/calls/passport'
import { requestIdHeader } from '@answerable/service-kit/http/request-headers'
import { LRUCache } from 'lru-cache'
import type { Config } from '../config.ts'
import type { SendBy } from './limited-upstream.ts'
import {
  type GroupedService,
  type Grouping,
  type OwnCall,
  type Response,
  sendTogether,
  unreadable,
} from './send-together.ts'
import type { UpstreamCall } from './upstream.ts'

/** The routes of catalog whose calls are sent in groups. */
export const openGroupedCalls = (
  config: Pick<Config, 'PASSPORT_KEYS'>,
  catalog: GroupedService,
): ReadonlyMap<Route, SendBy> =>
  new Map<Route, SendBy>([
    [castVote, sendTogether(votes, config, catalog)],
    [joinBoycott, sendTogether(joins, config, catalog)],
    [listSubmissions, sendTogether(openPages(), config, catalog)],
  ])

type Join = OwnCall & { submissionId: string }
type Vote = Join & { value: 1 | -1 }

export const votes: Grouping<Vote> = {
  itemOf: (call) => {
    const submissionId = votePath.exec(call.path)?.[1]
    const value = voteBody.exec(call.body?.toString('latin1') ?? '')?.[1]
    const isPlain =
      headerOf(call, 'content-type') === 'application/json' &&
      headerOf(call, 'content-encoding') === undefined
    // Catalog refuses all other requests.
    if (submissionId === undefined || value === undefined || !isPlain) return null
    return withOwn(call, { submissionId, value: value === '1' ? 1 : -1 })
  },
  keyOf: () => 'all',
  send: async (call, items, requestId) =>
    (await call(castVotes, { body: { votes: [...items] } }, requestId)).responses.map(responseOf),
  isRead: false,
}

export const joins: Grouping<Join> = {
  itemOf: (call) => {
    const submissionId = joinPath.exec(call.path)?.[1]
    return submissionId === undefined ? null : withOwn(call, { submissionId })
  },
  keyOf: () => 'all',
  send: async (call, items, requestId) =>
    (await call(joinBoycotts, { body: { joins: [...items] } }, requestId)).responses.map(
      responseOf,
    ),
  isRead: false,
}

type Page = OwnCall & { path: string }

export const openPages = (): Grouping<Page> => {
  /**
   * Members without choices get the same page until one of its rows changes. As the same Buffer, it is compressed
   * only once.
   */
  const wholePages = new LRUCache<string, Buffer>({
    maxSize: maxBytesOfPages,
    sizeCalculation: ({ length }) => bytesPerCharacter * length + 1,
    memoMethod: (text) => Buffer.from(text),
  })

  return {
    itemOf: (call) =>
      call.path.length > maxPathLength ? null : withOwn(call, { path: call.path }),
    // A page of a rare filter can take longer than others.
    keyOf: ({ path }) => path,
    send: async (call, items, requestId) => {
      const path = items[0]?.path ?? ''
      const reads = items.map(({ passport, requestId }) => ({ passport, requestId }))
      const body = { path, reads }
      const { parts, responses } = await call(listSubmissionsTogether, { body }, requestId)
      const bodyOf = (places: readonly number[]): Buffer => {
        const texts = places.map((place) => parts[place])
        if (!texts.every((text) => text !== undefined)) throw unreadable()
        return Buffer.from(texts.join(''))
      }
      return responses.map(({ status, headers, body: places }) => {
        const whole = places.length === 1 ? parts[places[0] ?? 0] : undefined
        const isPage = status === 200 && whole !== undefined
        return { status, headers, body: isPage ? wholePages.memo(whole) : bodyOf(places) }
      })
    },
    isRead: true,
  }
}

const maxBytesOfPages = 8 * 1_048_576
/** Of the text, its UTF-8, and two compressed forms. */
const bytesPerCharacter = 4

/** Longer than the site's own requests, and short enough for a group. */
const maxPathLength = 200

const pathPattern = (path: string): RegExp =>
  new RegExp(`^${path.replace(':id', '([0-9A-Za-z]{8})')}$`)
const votePath = pathPattern(castVote.path)
const voteBody = /^\s*\{\s*"value"\s*:\s*(-?1)\s*\}\s*$/
const joinPath = pathPattern(joinBoycott.path)

const withOwn = <Item>(call: UpstreamCall, item: Item): (Item & OwnCall) | null => {
  const passport = headerOf(call, passportHeader)
  const requestId = headerOf(call, requestIdHeader)
  return passport === undefined || requestId === undefined ? null : { passport, requestId, ...item }
}

/** The headers are alternating names and values. */
const headerOf = ({ headers }: UpstreamCall, name: string): string | undefined => {
  const at = headers.findIndex((item, index) => index % 2 === 0 && item === name)
  return at === -1 ? undefined : headers[at + 1]
}

const responseOf = ({
  status,
  body,
  retryAfterSeconds,
}: {
  status: number
  body: string
  retryAfterSeconds?: number | undefined
}): Response => ({
  status,
  headers: {
    'content-type': 'application/json; charset=utf-8',
    ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
  },
  body: Buffer.from(body),
})
