import { type ErrorCode, errorBody, errorCatalogue } from '@answerable/contracts/errors'
import { type Route, requiresConfirmation } from '@answerable/contracts/route'
import type { Schemas } from './schemas.ts'
import type { Reference, Response } from './types.ts'

/** The error responses of an operation by status. One with a single code is a reference to a component. */
export const refusalsOf = (route: Route): Record<string, Response | Reference> =>
  Object.fromEntries(
    [...Map.groupBy(errorsOf(route), (code) => errorCatalogue[code].status)].map(
      ([status, codes]) => [String(status), refusalWith(codes)],
    ),
  )

/** A response for each error code, which operations reference. */
export const errorResponses = (schemas: Schemas): Record<string, Response> => {
  // Adds the schema that the responses reference to the components.
  schemas.of(errorBody, 'output')
  const codes = Object.keys(errorCatalogue) as ErrorCode[]
  return Object.fromEntries(
    codes.filter((code) => !internalCodes.has(code)).map((code) => [code, responseWith([code])]),
  )
}

/** Every error code of an operation: its own, and the general ones. */
const errorsOf = (route: Route): Set<ErrorCode> => {
  const needsSession = route.access === 'signed-in' || route.access === 'admin'
  return new Set([
    ...anywhere,
    ...(route.service === 'gateway' ? [] : behindTheGateway),
    ...(route.params === undefined ? [] : withParameters),
    ...(needsSession ? signedOut : []),
    ...(needsSession && route.openToSuspended !== true ? suspended : []),
    ...(route.access === 'admin' ? forbidden : []),
    ...(requiresConfirmation(route) ? unconfirmed : []),
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
/** A parameter with a slash makes an unknown path. */
const withParameters: readonly ErrorCode[] = ['not_found']
const signedOut: readonly ErrorCode[] = ['signed_out']
const suspended: readonly ErrorCode[] = ['account_suspended']
const forbidden: readonly ErrorCode[] = ['forbidden']
const unconfirmed: readonly ErrorCode[] = ['confirmation_needed']
const changing: readonly ErrorCode[] = ['cross_site_request']
const withBody: readonly ErrorCode[] = ['not_json']

/** Codes that no operation can return. */
const internalCodes: ReadonlySet<ErrorCode> = new Set(['passport_refused', 'method_not_allowed'])

const refusalWith = (codes: readonly ErrorCode[]): Response | Reference => {
  const [only, ...others] = codes
  return only !== undefined && others.length === 0
    ? { $ref: `#/components/responses/${only}` }
    : responseWith(codes)
}

const responseWith = (codes: readonly ErrorCode[]): Response => {
  const isRetryable = codes.some((code) => retryLater.has(code))
  return {
    'x-error-codes': codes,
    description: codes.map((code) => errorCatalogue[code].message).join(' '),
    headers: {
      'X-Request-Id': { $ref: '#/components/headers/requestId' },
      ...(isRetryable ? { 'Retry-After': { $ref: '#/components/headers/retryAfter' } } : {}),
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
