import { type ErrorCode, errorBody, errorCatalogue } from '@answerable/contracts/errors'
import type { Route } from '@answerable/contracts/route'
import type { Schemas } from './schemas.ts'
import type { Reference, Response } from './types.ts'

/** The refusals of a call by status; those of a single code stand among the components. */
export const refusalsOf = (route: Route): Record<string, Response | Reference> =>
  Object.fromEntries(
    [...Map.groupBy(errorsOf(route), (code) => errorCatalogue[code].status)].map(
      ([status, codes]) => [String(status), refusalWith(codes)],
    ),
  )

/** A response for each error of the catalogue, for the calls to refer to. */
export const errorResponses = (schemas: Schemas): Record<string, Response> => {
  // What the responses refer to has to stand among the components.
  schemas.of(errorBody, 'output')
  const codes = Object.keys(errorCatalogue) as ErrorCode[]
  return Object.fromEntries(
    codes.filter((code) => !unheardOf.has(code)).map((code) => [code, responseWith([code])]),
  )
}

/** Every code that a call can be refused with: its own, and those that come of how it is made. */
const errorsOf = (route: Route): Set<ErrorCode> => {
  const needsSession = route.access === 'signed-in' || route.access === 'admin'
  return new Set([
    ...anywhere,
    ...(route.service === 'gateway' ? [] : behindTheGateway),
    ...(route.params === undefined ? [] : withParameters),
    ...(needsSession ? signedOut : []),
    ...(needsSession && route.openToSuspended !== true ? suspended : []),
    ...(route.access === 'admin' ? forbidden : []),
    ...(route.method === 'GET' ? [] : changing),
    ...(route.body === undefined ? [] : withBody),
    ...(route.errors ?? []),
  ])
}

const anywhere: readonly ErrorCode[] = [
  'invalid_request',
  'request_timeout',
  'body_too_large',
  'uri_too_long',
  'too_many_requests',
  'headers_too_large',
  'internal',
]
const behindTheGateway: readonly ErrorCode[] = ['unavailable', 'upstream_timeout']
/** A parameter that no path can carry, such as one with a slash, makes a path that is not there. */
const withParameters: readonly ErrorCode[] = ['not_found']
const signedOut: readonly ErrorCode[] = ['signed_out']
const suspended: readonly ErrorCode[] = ['account_suspended']
const forbidden: readonly ErrorCode[] = ['forbidden']
const changing: readonly ErrorCode[] = ['cross_site_request']
const withBody: readonly ErrorCode[] = ['not_json']

/** Not of any call: between services, and for what is no call at all. */
const unheardOf: ReadonlySet<ErrorCode> = new Set(['passport_refused', 'method_not_allowed'])

const refusalWith = (codes: readonly ErrorCode[]): Response | Reference => {
  const [only, ...others] = codes
  return only !== undefined && others.length === 0
    ? { $ref: `#/components/responses/${only}` }
    : responseWith(codes)
}

const responseWith = (codes: readonly ErrorCode[]): Response => {
  const mayBeLater = codes.some((code) => retryLater.has(code))
  return {
    'x-error-codes': codes,
    description: codes.map((code) => errorCatalogue[code].message).join(' '),
    headers: {
      'X-Request-Id': { $ref: '#/components/headers/requestId' },
      ...(mayBeLater ? { 'Retry-After': { $ref: '#/components/headers/retryAfter' } } : {}),
    },
    content: { 'application/json': { schema: errorSchema(codes) } },
  }
}

const retryLater: ReadonlySet<ErrorCode> = new Set(['too_many_requests', 'unavailable'])

const errorSchema = (codes: readonly ErrorCode[]) => ({
  allOf: [
    { $ref: '#/components/schemas/Error' },
    { properties: { error: { properties: { code: { enum: codes } } } } },
  ],
})
