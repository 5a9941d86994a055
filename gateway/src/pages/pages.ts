import type { IncomingHttpHeaders } from 'node:http'
import { businessSlug, readBusiness } from '@answerable/contracts/businesses'
import { isCountry } from '@answerable/contracts/countries'
import { boycottPath, businessPath, countryPath } from '@answerable/contracts/pages'
import { personParams, readPerson } from '@answerable/contracts/people'
import { pathOf } from '@answerable/contracts/route'
import { readSubmission, submissionId } from '@answerable/contracts/submissions'
import { passportHeader } from '@answerable/service-kit/calls/passport'
import { nullAfter } from '@answerable/service-kit/calls/with-timeout'
import { AppError } from '@answerable/service-kit/errors'
import { requestIdHeader } from '@answerable/service-kit/http/request-headers'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import { identify, mayBeMember } from '../identity/identity.ts'
import { passportFor } from '../identity/passport.ts'
import { workerPath } from '../routing/headers.ts'
import { onceClosed } from '../routing/once-closed.ts'
import { type RequestContext, refuseMethod, respond } from '../routing/request-context.ts'
import { anonymousPage, readTimeoutMilliseconds } from './anonymous-page.ts'
import type { AnonymousReads } from './anonymous-reads.ts'
import { serveFile } from './serve-file.ts'
import { assetsPath } from './web-files.ts'

type Web = Pick<Deps, 'web' | 'prerendered' | 'fileHeaders'>
type Catalog = Pick<Deps, 'upstreams' | 'sessions'>

/** Visitors get a prerendered page. Members' browsers render it. */
export const servePage =
  (config: Config, deps: Web, read: AnonymousReads) =>
  async (context: RequestContext): Promise<void> => {
    const { prerendered } = deps
    const isAnonymous = prerendered !== null && !mayBeMember(context.request, config)
    const file = isAnonymous ? await anonymousPage(context, prerendered, read) : null
    if (file === null) sendPage(context, deps, 200)
    else serveFile(context, file, 200)
  }

/**
 * The page of a submission, with status 404 when the viewer may not see it. A merged submission redirects to the page of
 * the other one, which says so.
 */
export const serveBoycottPage = (config: Config, deps: Web & Catalog, read: AnonymousReads) => {
  const serve = servePage(config, deps, read)
  return async (context: RequestContext): Promise<void> => {
    const id = submissionId.safeParse(context.path.split('/').at(-1))
    if (!id.success) return sendPage(context, deps, 404)
    const found = mayBeMember(context.request, config)
      ? await lookUpForMember(id.data, { context, config, deps })
      : await lookUpForAnonymous(id.data, context, read)
    if (found === 'missing') sendPage(context, deps, 404)
    else if (found === 'shown') await serve(context)
    else sendRedirect(context, `${boycottPath(found.mergedInto)}?merged=${id.data}`)
  }
}

/**
 * The page of a business: 404 when there is none, a redirect from a former slug. Businesses are the same for
 * everyone, so members share the anonymous read.
 */
export const serveBusinessPage = (config: Config, deps: Web, read: AnonymousReads) => {
  const serve = servePage(config, deps, read)
  return async (context: RequestContext): Promise<void> => {
    const slug = slugIn(context.path)
    if (slug === null) return sendPage(context, deps, 404)
    const path = pathOf(readBusiness, { params: { slug } })
    const outcome = await nullAfter(read(context, path), readTimeoutMilliseconds)
    if (outcome?.kind !== 'uncacheable') return serve(context)
    const { status, headers } = outcome.response
    const current = status === 301 ? slugIn(headers.location ?? '') : null
    if (current !== null && current !== slug) sendRedirect(context, businessPath(current))
    else if (status === 404) sendPage(context, deps, 404)
    else await serve(context)
  }
}

/** The last part of a path. */
const slugIn = (path: string): string | null => {
  try {
    const slug = businessSlug.safeParse(decodeURIComponent(path.split('/').at(-1) ?? ''))
    return slug.success ? slug.data : null
  } catch {
    return null
  }
}

/** The page of a country, with status 404 for an unknown code. A code in lower case redirects. */
export const serveCountryPage = (config: Config, deps: Web, read: AnonymousReads) => {
  const serve = servePage(config, deps, read)
  return async (context: RequestContext): Promise<void> => {
    const code = context.path.split('/').at(-1) ?? ''
    if (isCountry(code)) await serve(context)
    else if (isCountry(code.toUpperCase())) sendRedirect(context, countryPath(code.toUpperCase()))
    else sendPage(context, deps, 404)
  }
}

/** The page of a member: 404 when nobody has the name. Search engines must not list people. */
export const servePersonPage = (config: Config, deps: Web, read: AnonymousReads) => {
  const serve = servePage(config, deps, read)
  return async (context: RequestContext): Promise<void> => {
    context.headers.push('x-robots-tag', 'noindex')
    const username = context.path.split('/').at(-1) ?? ''
    if (!personParams.safeParse({ username }).success) return sendPage(context, deps, 404)
    const path = pathOf(readPerson, { params: { username } })
    const outcome = await nullAfter(read(context, path), readTimeoutMilliseconds)
    const isMissing = outcome?.kind === 'uncacheable' && outcome.response.status === 404
    if (isMissing) sendPage(context, deps, 404)
    else await serve(context)
  }
}

/** Any path without a route: a file of the web, or the 404 page. */
export const serveFallback =
  (deps: Omit<Web, 'prerendered'> & Pick<Deps, 'workerHeaders'>) =>
  async (context: RequestContext): Promise<void> => {
    const { request, path } = context
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      refuseMethod(context, 'GET, HEAD')
      return
    }
    const file = deps.web?.files.get(path)
    if (file !== undefined) {
      context.template = 'a file'
      const own = path === workerPath ? deps.workerHeaders : deps.fileHeaders
      const headers = [...own, requestIdHeader, context.requestId]
      serveFile({ ...context, headers }, file, 200)
    } else if (path.startsWith(assetsPath)) serveMissingAsset(context)
    else sendPage(context, deps, 404)
  }

const sendPage = (context: RequestContext, { web }: Pick<Web, 'web'>, status: 200 | 404): void => {
  if (web === null) throw new AppError('not_found')
  serveFile(context, web.index, status)
}

/** A request for a file of an older build must not get an HTML page with status 200. */
const serveMissingAsset = (context: RequestContext): void =>
  respond(context, {
    status: 404,
    headers: ['content-type', 'text/plain; charset=utf-8', 'cache-control', 'no-store'],
    body: 'Not found',
  })

/** Not cached, because a merge can be undone. */
const sendRedirect = (context: RequestContext, location: string): void =>
  respond(context, {
    status: 301,
    headers: ['location', location, 'cache-control', 'no-store'],
    body: '',
  })

type Found = 'shown' | 'missing' | { mergedInto: string }

const foundBy = (status: number, headers: IncomingHttpHeaders): Found => {
  if (status === 404) return 'missing'
  const mergedInto = submissionId.safeParse(headers.location?.split('/').at(-1))
  return status === 301 && mergedInto.success ? { mergedInto: mergedInto.data } : 'shown'
}

/** 'shown' also when the catalog does not respond in time. */
const lookUpForAnonymous = async (
  id: string,
  context: RequestContext,
  read: AnonymousReads,
): Promise<Found> => {
  const outcome = await nullAfter(
    read(context, pathOf(readSubmission, { params: { id } })),
    readTimeoutMilliseconds,
  )
  return outcome?.kind === 'uncacheable'
    ? foundBy(outcome.response.status, outcome.response.headers)
    : 'shown'
}

/** The same for a member: authors see their removed submissions. */
const lookUpForMember = async (
  id: string,
  { context, config, deps }: { context: RequestContext; config: Config; deps: Catalog },
): Promise<Found> => {
  const { request, response, requestId } = context
  const viewer = await identify({ request, requestId, access: 'public' }, config, deps.sessions)
  const path = pathOf(readSubmission, { params: { id } })
  const passport = passportFor(
    request,
    { audience: 'catalog', method: 'GET', path, viewer },
    config,
  )
  const headers = [passportHeader, passport, requestIdHeader, requestId]
  let found: Found = 'shown'
  const sink = {
    start: (status: number, received: IncomingHttpHeaders) => {
      found = foundBy(status, received)
    },
    data: () => {},
    end: () => {},
    abortable: (abort: () => void) => onceClosed(response, abort),
  }
  const call = { method: 'GET', path, headers, body: null } as const
  return deps.upstreams.catalog.read(call, sink, readTimeoutMilliseconds).then(
    () => found,
    () => 'shown',
  )
}
