import { basename } from 'node:path/posix'
import { countPlaces } from '@answerable/contracts/places'
import { pathOf, type Route, type RouteResponse } from '@answerable/contracts/route'
import {
  listSitemapParts,
  readSitemapPart,
  type SitemapKind,
  sitemapPartPath,
  sitemapPath,
} from '@answerable/contracts/sitemaps'
import { AppError } from '@answerable/service-kit/errors'
import { anonymousRead, isFailure } from '../cache/anonymous-read.ts'
import type { UpstreamResponse } from '../cache/cache-entry.ts'
import { sendCached } from '../cache/send-cached.ts'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import type { RequestContext } from '../routing/request-context.ts'
import type { Endpoint } from '../routing/route-matcher.ts'
import { pagesSitemap, pagesSitemapPath, sitemapIndex, sitemapOf } from './xml.ts'

type Handler = (context: RequestContext) => Promise<void>
type SitemapDeps = Pick<Deps, 'upstreams' | 'groupedCalls' | 'limiter' | 'documentCache'>

/** The sitemaps, the same for everyone. The cache holds their XML. */
export const sitemapEndpoints = (config: Config, deps: SitemapDeps): Endpoint<Handler>[] => {
  const { PUBLIC_ORIGIN: origin } = config
  const reads = { ...deps, responseCache: deps.documentCache }
  const index = anonymousRead(listSitemapParts, config, reads, {
    present: presentAs(listSitemapParts, (body) => sitemapIndex(body, origin)),
  })
  const pages = anonymousRead(countPlaces, config, reads, {
    present: presentAs(countPlaces, (body) => pagesSitemap(body, origin)),
  })
  const partsOf = (kind: SitemapKind) =>
    anonymousRead(readSitemapPart, config, reads, {
      present: presentAs(readSitemapPart, (body) =>
        body.length === 0 ? null : sitemapOf(kind, body, origin),
      ),
    })
  const get = (path: string, target: Handler) => ({ method: 'GET', path, target })
  const servePart = (kind: SitemapKind) => {
    const read = partsOf(kind)
    return get(sitemapPartPath(kind, ':part'), (context) => {
      const params = { kind, part: basename(context.path, '.xml') }
      if (!readSitemapPart.params.safeParse(params).success) throw new AppError('not_found')
      return serve(context, read, pathOf(readSitemapPart, { params }))
    })
  }
  return [
    get(sitemapPath, (context) => serve(context, index, pathOf(listSitemapParts, {}))),
    get(pagesSitemapPath, (context) => serve(context, pages, pathOf(countPlaces, {}))),
    servePart('boycotts'),
    servePart('businesses'),
  ]
}

/** Makes XML of a success; null for a sitemap that would be empty. */
const presentAs =
  <R extends Route>(_route: R, toXml: (body: RouteResponse<R>) => string | null) =>
  (response: UpstreamResponse): UpstreamResponse => {
    if (response.status !== 200) return response
    const xml = toXml(JSON.parse(response.body.toString()))
    if (xml === null) return { status: 404, headers: {}, body: Buffer.alloc(0) }
    // The ETag is that of the JSON.
    const { etag: _, ...headers } = response.headers
    const typed = { ...headers, 'content-type': 'application/xml; charset=utf-8' }
    return { status: 200, headers: typed, body: Buffer.from(xml) }
  }

const serve = async (
  context: RequestContext,
  read: ReturnType<typeof anonymousRead>,
  key: string,
): Promise<void> => {
  const entry = read.fresh(key)
  if (entry !== null) return sendCached(context, entry)
  // The RateLimit headers belong to calls of the API.
  const fetch = () => read.fetch({ ...context, headers: [] }, key)
  const pending = read.join(key)
  let outcome = await (pending ?? fetch())
  // The limits of another visitor.
  if (pending !== null && outcome.kind === 'refused') outcome = await fetch()
  if (outcome.kind === 'cached') return sendCached(context, outcome.entry)
  if (outcome.kind !== 'uncacheable') throw outcome.error
  if (isFailure(outcome)) throw new AppError('unavailable', { retryAfterSeconds: 1 })
  throw new AppError('not_found')
}
