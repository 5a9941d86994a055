import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { limitOf } from '@answerable/contracts/limits'
import { type BackendName, defaultMaxBodyBytes, type Route } from '@answerable/contracts/route'
import type { Viewer } from '@answerable/contracts/sessions'
import { overloaded } from '@answerable/service-kit/calls/concurrency-limit'
import { passportHeader } from '@answerable/service-kit/calls/passport'
import { AppError } from '@answerable/service-kit/errors'
import { networkOf } from '@answerable/service-kit/http/client-address'
import { requestIdHeader } from '@answerable/service-kit/http/request-headers'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import { clientAddress } from '../identity/client-address.ts'
import { isCrossSite } from '../identity/cross-site.ts'
import { begunSession, identify, sessionHashOf } from '../identity/identity.ts'
import { passportFor } from '../identity/passport.ts'
import { recentRefusals } from '../rate-limit/recent-refusals.ts'
import { onceClosed } from '../routing/once-closed.ts'
import type { RequestContext } from '../routing/request-context.ts'
import { type Body, compressInto, encodedHeaders, encodingFor, isCompressible } from './compress.ts'
import { readBody } from './read-body.ts'
import { responseTimeoutMilliseconds, type Sink } from './upstream.ts'

export type ForwardedRoute = Route & { readonly service: BackendName }

/** For the session lookup and the call together. */
const maxMilliseconds = 5_500

/** Forwards a contract route to its service with a signed service token. */
export const forward = (
  route: ForwardedRoute,
  config: Config,
  deps: Pick<Deps, 'upstreams' | 'groupedCalls' | 'sessions' | 'limiter'>,
) => {
  const upstream = deps.upstreams[route.service]
  const { method } = route
  const isRead = method === 'GET'
  const sendBy = deps.groupedCalls.get(route)
  const send = isRead ? upstream.openReads(sendBy) : upstream.openWrites(sendBy)
  const { count, repeatRefusal } = rateLimited(route, config, deps)
  return async (context: RequestContext): Promise<void> => {
    const { request, requestId } = context
    if (!isRead && route.crossSite !== true && isCrossSite(request, config.PUBLIC_ORIGIN)) {
      throw new AppError('cross_site_request')
    }
    // Before the session lookup and the count.
    if (isRead && upstream.isFull()) throw overloaded
    repeatRefusal(context)
    const { access, openToSuspended } = route
    const call = { request, requestId, access, openToSuspended }
    const startedAt = performance.now()
    // Another site must not act for the member whose browser sends the request.
    const viewer = route.crossSite === true ? null : await identify(call, config, deps.sessions)
    const millisecondsLeft = maxMilliseconds - (performance.now() - startedAt)
    if (access !== 'public' && viewer === null) throw new AppError('signed_out')
    if (access === 'admin' && viewer?.role !== 'admin') {
      // Counted, because each call to an admin route costs a session lookup.
      await count(context, viewer)
      throw new AppError('forbidden')
    }
    const body =
      route.body === undefined
        ? null
        : await readBody(request, route.maxBodyBytes ?? defaultMaxBodyBytes)
    await count(context, viewer)
    const path = request.url ?? '/'
    // HEAD is sent as GET, so that it has the headers of GET; Node sends no body for it.
    const passport = passportFor(request, { audience: route.service, method, path, viewer }, config)
    const headers = headersFor(route, request.headers, { passport, requestId })
    const onCookies = (cookies: readonly string[]) => {
      const begun = begunSession(cookies, config)
      if (begun !== null) deps.sessions.trust(begun)
      const hash = sessionHashOf(request, config)
      // Without waiting for the event: after this response the session must be over.
      if (hash !== null) deps.sessions.forget([hash])
      // The call may have ended other sessions of the account.
      if (viewer !== null) deps.sessions.forgetUsers([viewer.id])
    }
    const sink = respondTo(context, route, { viewer, onCookies })
    const timeout = Math.min(responseTimeoutMilliseconds, millisecondsLeft)
    await send({ method, path, headers, body }, sink, timeout)
  }
}

/** Counts the calls of a route against its limit. */
export const rateLimited = (
  route: ForwardedRoute,
  config: Config,
  { limiter }: Pick<Deps, 'limiter'>,
) => {
  const limit = limitOf(route)
  const refusals = recentRefusals()
  const addressOf = (request: IncomingMessage) => clientAddress(request, config.TRUST_PROXY_HOPS)
  return {
    /** Throws the caller's refusal of the last second again. Runs before all other checks. */
    repeatRefusal: ({ request, headers }: RequestContext): void => {
      const refusal = refusals.find(networkOf(addressOf(request)), () =>
        sessionHashOf(request, config),
      )
      if (refusal === null) return
      headers.push(...refusal.headers)
      throw refusal.error
    },
    /** Runs after all other checks, so that only forwarded calls are counted. */
    count: async (context: RequestContext, viewer: Viewer | null): Promise<void> => {
      const { request, response, headers } = context
      const address = addressOf(request)
      const admission = await limiter.admit(limit, { viewer, address })
      headers.push(...admission.headers)
      if (admission.refusal !== null) {
        const refusal = { headers: admission.headers, error: admission.refusal }
        refusals.remember(networkOf(address), sessionHashOf(request, config), refusal)
        throw admission.refusal
      }
      if (route.method === 'GET') return
      response.once('finish', () => {
        if (isRefundable(response.statusCode)) admission.refund()
      })
    },
  }
}

/** A call with a mistake in it, or one that the site failed, can be repeated at once. */
const isRefundable = (status: number): boolean => status === 400 || status >= 500

const headersPassedIn = [
  'content-type',
  'content-encoding',
  'accept',
  'idempotency-key',
  'if-none-match',
]

/** Built from an allow list: no other header reaches a service. */
export const headersFor = (
  route: Route,
  received: IncomingHttpHeaders,
  { passport, requestId }: { passport: string; requestId: string },
): string[] => {
  const headers = [passportHeader, passport, requestIdHeader, requestId]
  for (const name of headersPassedIn) {
    const value = received[name]
    if (typeof value === 'string') headers.push(name, value)
  }
  if (route.service === 'auth') {
    for (const name of ['cookie', 'user-agent'] as const) {
      const value = received[name]
      if (value !== undefined) headers.push(name, value)
    }
  }
  return headers
}

const headersPassedOut = [
  'content-type',
  'content-encoding',
  'content-length',
  'etag',
  'link',
  'location',
  'x-total-count',
  'x-unread-count',
  'search-corrected-to',
  'retry-after',
]

export const respondTo = (
  context: RequestContext,
  route: Route,
  { viewer, onCookies }: { viewer: Viewer | null; onCookies: (cookies: readonly string[]) => void },
): Sink => {
  const { request, response } = context
  let body: Body = response
  return {
    start: (status, received) => {
      if (status >= 400 && !isJson(received)) {
        const cause = new Error(`${route.service} responded ${status} without an error body`)
        throw new AppError('unavailable', { retryAfterSeconds: 1, cause })
      }
      const encoding = isCompressible(route)
        ? encodingFor(request, { status, headers: received })
        : null
      const passedOut = encoding === null ? received : encodedHeaders(received, encoding)
      const headers = [...context.headers]
      for (const name of headersPassedOut) {
        const value = passedOut[name]
        if (typeof value === 'string') headers.push(name, value)
      }
      if (route.service === 'auth') {
        const cookies = [received['set-cookie'] ?? []].flat()
        for (const cookie of cookies) headers.push('set-cookie', cookie)
        if (cookies.length > 0) onCookies(cookies)
      }
      const cacheControl = status < 400 ? received['cache-control'] : undefined
      headers.push(...cacheHeaders(cacheControl, route, viewer))
      response.writeHead(status, headers)
      if (encoding !== null) body = compressInto(response, encoding)
    },
    data: (chunk) => body.write(chunk),
    end: () => body.end(),
    abortable: (abort) => onceClosed(response, abort),
  }
}

const isJson = (headers: IncomingHttpHeaders): boolean =>
  headers['content-type']?.startsWith('application/json') === true

/** No caching unless the service allows it, and no shared caching of members' responses. */
const cacheHeaders = (given: string | undefined, route: Route, viewer: Viewer | null): string[] => {
  if (given === undefined || given.includes('no-store')) return ['cache-control', 'no-store']
  const vary = isCompressible(route) ? 'cookie, accept-encoding' : 'cookie'
  const isShareable = viewer === null || given.includes('private')
  return ['cache-control', isShareable ? given : 'private, no-cache', 'vary', vary]
}
