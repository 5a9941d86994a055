import { cleanLine } from '@answerable/contracts/text'
import type { Pool } from '@answerable/service-kit/db'
import { readBody } from './body.ts'
import { openBudget } from './budget.ts'
import { FetchFailure } from './failure.ts'
import type { Network } from './network.ts'
import { type PageText, pageReader } from './page-text.ts'
import { isSamePage, maxRedirects, redirectOf } from './redirects.ts'
import { type Response, request } from './request.ts'
import {
  cachedRules,
  isAllowed,
  maxRobotsBytes,
  robotName,
  rulesReader,
  storeRules,
} from './robots.ts'
import { turnOf } from './turn-of.ts'
import { openTurns, type Turn } from './turns.ts'

/** Bytes of a body, as sent and decompressed. */
const maxBodyBytes = 2_000_000
/** Time of all connections of one reading, without waiting for turns. */
const pageMilliseconds = 10_000

export type Page = {
  status: number
  /** Whether the address redirects permanently to another page. */
  isMoved: boolean
  /** Null if it was not read: an error, or an encoding that was not requested. */
  text: PageText | null
}

export type Fetching = {
  network: Network
  /**
   * Reads a page with its redirects, as robots.txt allows. Uses and ends `turn`, that of the address's host. Throws
   * FetchFailure.
   */
  readPage: (address: string, options: { turn: Turn; stopping: AbortSignal }) => Promise<Page>
  /** Reads the beginning of a text file without robots.txt, for the owner of the site. Throws FetchFailure. */
  readFile: (
    address: string,
    options: { maxBytes: number; milliseconds: number; mayFollow: (to: URL) => boolean },
  ) => Promise<{ status: number; text: string }>
  /**
   * Sends JSON to an address that its owner has chosen, without waiting for turns and without following redirects, and
   * reads the beginning of the response as plain text. Throws FetchFailure.
   */
  post: (
    address: string,
    options: {
      headers: Readonly<Record<string, string>>
      body: string
      maxBytes: number
      signal: AbortSignal
    },
  ) => Promise<{ status: number; retryAfter: string | null; text: string }>
}

/** Everything that connects to servers of others. */
export const openFetching = ({
  pool,
  network,
  siteOrigin,
}: {
  pool: Pool
  network: Network
  siteOrigin: string
}): Fetching => {
  const userAgent = `${robotName}/1.0 (+${siteOrigin})`
  const turns = openTurns(pool)

  const readPage: Fetching['readPage'] = async (address, { turn: first, stopping }) => {
    const budget = openBudget(pageMilliseconds, stopping)
    let unused: Turn | null = first
    const send = async <Result>(url: URL, read: (response: Response) => Promise<Result>) => {
      const host = turnOf(url.hostname)
      const turn = unused?.host === host ? unused : await turns.take(host, stopping)
      if (turn === unused) unused = null
      try {
        if (performance.now() > turn.latestStart) throw new FetchFailure('busy')
        return await budget((signal) => request(url, { network, userAgent, signal }, read))
      } finally {
        await turns.end(turn, { requests: 1 })
      }
    }
    /** Follows redirects; `mayRead` is called before each request. */
    const follow = async <Result>(
      start: URL,
      mayRead: (url: URL) => Promise<void>,
      read: (response: Response) => Promise<Result>,
    ): Promise<{ result: Result; isMoved: boolean }> => {
      let url = start
      let isPermanent = true
      for (let hop = 0; hop <= maxRedirects; hop += 1) {
        await mayRead(url)
        const from = url
        const reply = await send(url, async (response) => {
          const redirect = redirectOf(response, from)
          return redirect ?? { result: await read(response) }
        })
        if ('result' in reply) {
          return {
            result: reply.result,
            isMoved: hop > 0 && isPermanent && !isSamePage(start, url),
          }
        }
        isPermanent &&= reply.isPermanent || isSamePage(from, reply.to)
        url = reply.to
      }
      throw new FetchFailure('too-many-redirects')
    }
    const rulesOf = async (url: URL): Promise<string | null> => {
      const cached = await cachedRules(pool, url.origin)
      if (cached !== undefined) return cached
      const robots = new URL('/robots.txt', url)
      const rules = await follow(robots, async () => {}, readRules).then(
        ({ result }) => result,
        (error: unknown) => {
          // A check that is stopped says nothing about the website.
          if (stopping.aborted) throw error
          if (!(error instanceof FetchFailure) || endsCheck(error)) throw error
          return null
        },
      )
      await storeRules(pool, url.origin, rules)
      return rules
    }
    const mayRead = async (url: URL): Promise<void> => {
      const rules = await rulesOf(url)
      if (rules === null) throw new FetchFailure('no-robots')
      if (!isAllowed(url, rules)) throw new FetchFailure('excluded')
    }
    try {
      const { result, isMoved } = await follow(new URL(address), mayRead, readText)
      return { ...result, isMoved }
    } finally {
      if (unused !== null) await turns.end(unused, { requests: 0 })
    }
  }

  const readFile: Fetching['readFile'] = async (address, { maxBytes, milliseconds, mayFollow }) => {
    const stopping = AbortSignal.timeout(milliseconds)
    const at = (url: URL) =>
      request(url, { network, userAgent, signal: stopping }, async (response) => {
        const redirect = redirectOf(response, url)
        if (redirect !== null) return redirect
        const pieces: Buffer[] = []
        const isRead = await readBody(response, maxBytes, (piece) => pieces.push(piece))
        return { status: isRead ? response.status : 0, text: Buffer.concat(pieces).toString() }
      })
    let url = new URL(address)
    let turn = await turns.take(turnOf(url.hostname), stopping)
    let requests = 0
    try {
      for (let hop = 0; hop <= 1; hop += 1) {
        requests += 1
        const reply = await at(url)
        if ('text' in reply) return reply
        if (!mayFollow(reply.to)) return { status: 0, text: '' }
        const host = turnOf(reply.to.hostname)
        // A member waits: the domain and `www.` share a turn, and the next one comes later.
        if (host !== turn.host || reply.to.hostname === url.hostname) {
          await turns.end(turn, { requests })
          turn = await turns.take(host, stopping)
          requests = 0
        }
        url = reply.to
      }
      throw new FetchFailure('too-many-redirects')
    } finally {
      await turns.end(turn, { requests })
    }
  }

  const post: Fetching['post'] = (address, { headers, body, maxBytes, signal }) =>
    request(
      new URL(address),
      {
        network,
        userAgent: `Answerable-Webhooks/1.0 (+${siteOrigin})`,
        signal,
        post: { headers: { 'content-type': 'application/json', ...headers }, body },
      },
      async (response) => {
        const pieces: Buffer[] = []
        // Only the status decides about success, so a body that breaks off or is compressed is no failure.
        const isRead = await readBody(response, maxBytes, (piece) => pieces.push(piece)).catch(
          () => !signal.aborted,
        )
        const text = isRead ? cleanLine(Buffer.concat(pieces).toString()) : ''
        return { status: response.status, retryAfter: response.header('retry-after'), text }
      },
    )

  return { network, readPage, readFile, post }
}

/** Failures of robots.txt that are not cached: the page has the same one, or another attempt may not have it. */
const endsCheck = ({ kind }: FetchFailure): boolean =>
  kind === 'no-such-host' ||
  kind === 'no-name-server' ||
  kind === 'no-connection' ||
  kind === 'too-late' ||
  kind === 'busy'

const readText = async (response: Response): Promise<Omit<Page, 'isMoved'>> => {
  const { status } = response
  if (status < 200 || status > 299) return { status, text: null }
  const reader = pageReader(response.header('content-type'))
  const isRead = await readBody(response, maxBodyBytes, reader.write)
  return { status, text: isRead ? reader.end() : null }
}

/** No rules if there is no robots.txt; null if the website cannot say (RFC 9309). */
const readRules = async (response: Response): Promise<string | null> => {
  if (response.status >= 400 && response.status < 500) return response.status === 429 ? null : ''
  if (response.status < 200 || response.status > 299) return null
  const reader = rulesReader()
  const isRead = await readBody(response, maxRobotsBytes, reader.write)
  return isRead ? reader.end() : null
}
