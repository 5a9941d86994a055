import { basename } from 'node:path/posix'
import {
  boycottFeedPath,
  businessFeedPath,
  categoryFeedPath,
  countryFeedPath,
  impactFeedPath,
  moderationLogFeedPath,
  orderFeedPath,
} from '@answerable/contracts/feeds'
import { sorts } from '@answerable/contracts/submissions'
import { AppError } from '@answerable/service-kit/errors'
import { sharedCacheHeader } from '@answerable/service-kit/http/shared-cache-control'
import type { UpstreamResponse } from '../cache/cache-entry.ts'
import { sendCached } from '../cache/send-cached.ts'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import type { AnonymousReads } from '../pages/anonymous-reads.ts'
import { readJson } from '../pages/read-json.ts'
import { type RequestContext, respond } from '../routing/request-context.ts'
import type { Endpoint } from '../routing/route-matcher.ts'
import { atomOf, atomType, maxFeedPage } from './atom.ts'
import {
  boycottFeed,
  businessFeed,
  categoryFeed,
  countryFeed,
  type FeedSource,
  impactFeed,
  moderationLogFeed,
  orderFeed,
  type ReadJson,
} from './feed-requests.ts'

type FeedDeps = Pick<Deps, 'documentCache'>
type Handler = (context: RequestContext) => Promise<void>

/** The Atom feeds, the same for everyone, made of what visitors read. */
export const feedEndpoints = (
  config: Config,
  deps: FeedDeps,
  read: AnonymousReads,
): Endpoint<Handler>[] => {
  const feed = (path: string, source: FeedSource): Endpoint<Handler> => ({
    method: 'GET',
    path,
    target: serveFeed({ path, source, origin: config.PUBLIC_ORIGIN }, deps, read),
  })
  return [
    ...sorts.map((sort) => feed(orderFeedPath(sort), orderFeed(sort))),
    feed(businessFeedPath(':slug'), businessFeed),
    feed(countryFeedPath(':country'), countryFeed),
    feed(categoryFeedPath(':category'), categoryFeed),
    feed(boycottFeedPath(':id'), boycottFeed),
    feed(moderationLogFeedPath, moderationLogFeed),
    feed(impactFeedPath, impactFeed),
  ]
}

type ServedFeed = { path: string; source: FeedSource; origin: string }

const serveFeed =
  ({ path, source, origin }: ServedFeed, { documentCache }: FeedDeps, read: AnonymousReads) =>
  async (context: RequestContext): Promise<void> => {
    const page = pageOf(context)
    const key = page === 1 ? context.path : `${context.path}?page=${page}`
    const entry = documentCache.find(key)
    if (entry !== undefined && performance.now() < entry.freshUntil)
      return sendCached(context, entry)
    const value = basename(context.path, '.atom')
    const fetch = (): Promise<UpstreamResponse> =>
      source({ value, page, read: jsonReader(context, read), origin }).then(
        (feed) => success(atomOf(feed)),
        redirected(path),
      )
    const admit = async (): Promise<void> => {}
    const start = () => documentCache.fetch(key, { admit, fetch })
    const shared = documentCache.inFlight(key)
    // Waits for the outcome, so that no entry from before a removal is sent.
    let outcome = await (shared ?? start()).outcome
    // The request that started the fetch may have been refused by the limits of its network.
    if (shared !== undefined && outcome.kind === 'failed')
      outcome = await (documentCache.inFlight(key) ?? start()).outcome
    if (outcome.kind === 'cached') return sendCached(context, outcome.entry)
    if (outcome.kind !== 'uncacheable') throw outcome.error
    const location = String(outcome.response.headers.location)
    respond(context, {
      status: 301,
      headers: ['location', location, 'cache-control', 'no-store'],
      body: '',
    })
  }

/** Other parameters are ignored. */
const pageOf = ({ path, request }: RequestContext): number => {
  const text = new URLSearchParams(request.url?.slice(path.length)).get('page') ?? '1'
  const page = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (page < 1 || page > maxFeedPage) throw new AppError('not_found')
  return page
}

/** Fresh for as long as the responses that it was made of. */
const success = (xml: string): UpstreamResponse => ({
  status: 200,
  headers: { 'content-type': atomType, [sharedCacheHeader]: 'max-age=1' },
  body: Buffer.from(xml),
})

/** The API has moved the business or boycott: so has the feed. */
const redirected =
  (template: string) =>
  (error: unknown): UpstreamResponse => {
    if (!(error instanceof Moved)) throw error
    const location = template.replace(/:\w+/, error.value)
    return { status: 301, headers: { location }, body: Buffer.alloc(0) }
  }

class Moved extends Error {
  readonly value: string
  constructor(value: string) {
    super('moved')
    this.value = value
  }
}

const jsonReader =
  (context: RequestContext, read: AnonymousReads): ReadJson =>
  async <Body>(address: string) => {
    const result = await readJson<Body>(address, context, read)
    if (result.kind === 'moved') throw new Moved(result.value)
    if (result.kind === 'missing') throw new AppError('not_found')
    return result
  }
