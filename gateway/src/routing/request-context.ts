import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { AppError, errorBodyOf, toAppError } from '@answerable/service-kit/errors'
import { requestIdHeader } from '@answerable/service-kit/http/request-headers'
import type { LimitedLog } from '@answerable/service-kit/observability/limited-log'
import type { Deps } from '../deps.ts'

/** A request, its response and what both need. */
export type RequestContext = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly requestId: string
  /** Without the query, exactly as sent. */
  readonly path: string
  /** Headers of every response to this request: alternating names and values. */
  readonly headers: string[]
  /** Path of the matched route, for the log, which never contains the path as sent. */
  template: string
  readonly log: LimitedLog
}

const slowMilliseconds = 1_000

export const openContext = (
  request: IncomingMessage,
  response: ServerResponse,
  deps: Pick<Deps, 'requestLog' | 'securityHeaders'>,
): RequestContext => {
  const requestId = randomUUID()
  const context = {
    request,
    response,
    requestId,
    path: pathOf(request.url ?? ''),
    headers: [...deps.securityHeaders, requestIdHeader, requestId],
    template: 'none',
    log: deps.requestLog,
  }
  const startedAt = performance.now()
  response.once('close', () => logResponse(context, performance.now() - startedAt))
  return context
}

/** Sends a complete response. */
export const respond = (
  { response, headers }: RequestContext,
  result: { status: number; headers: readonly string[]; body: string | Buffer },
): void => {
  const length = ['content-length', String(Buffer.byteLength(result.body))]
  response.writeHead(result.status, [...headers, ...result.headers, ...length])
  response.end(result.body)
}

/** Sends a JSON response of the gateway itself. */
export const respondJson = (context: RequestContext, status: number, body: object): void =>
  respond(context, {
    status,
    headers: ['content-type', 'application/json; charset=utf-8', 'cache-control', 'no-store'],
    body: JSON.stringify(body),
  })

/** Responds with an error, or ends a response that has begun. */
export const refuse = (
  context: RequestContext,
  error: unknown,
  headers: readonly string[] = [],
): void => {
  const { request, response, requestId, log } = context
  if (response.destroyed) return
  if (!response.headersSent && isSmallUpload(request)) {
    // Reading a small body to its end keeps the connection, which a flood would otherwise reopen each time.
    request.once('end', () => refuse(context, error, headers)).resume()
    return
  }
  const appError = toAppError(error)
  if (appError.code === 'internal') {
    log.write('error', { requestId, err: appError.cause ?? appError }, 'request failed')
  } else if (appError.cause !== undefined) {
    // Refusals without a cause are intended and appear in the metrics only.
    log.write('warn', { requestId, err: appError.cause }, 'request failed')
  }
  if (response.headersSent) {
    response.destroy()
    return
  }
  respond(context, {
    status: appError.status,
    headers: [
      ...errorHeaders(appError),
      ...headers,
      // An unread body would otherwise be parsed as the next request.
      ...(request.complete ? [] : ['connection', 'close']),
    ],
    body: JSON.stringify(errorBodyOf(appError, requestId)),
  })
}

const maxDrainedBytes = 16_384

/** Whether the rest of the body is small, by its Content-Length. */
const isSmallUpload = ({ complete, headers }: IncomingMessage): boolean =>
  !complete && Number(headers['content-length'] ?? Number.POSITIVE_INFINITY) <= maxDrainedBytes

/** Headers of an error response: alternating names and values. */
const errorHeaders = ({ retryAfterSeconds }: AppError): string[] => [
  'content-type',
  'application/json; charset=utf-8',
  'cache-control',
  'no-store',
  ...(retryAfterSeconds === undefined ? [] : ['retry-after', String(retryAfterSeconds)]),
]

export const refuseMethod = (context: RequestContext, allow: string): void =>
  refuse(context, new AppError('method_not_allowed'), ['allow', allow])

const pathOf = (url: string): string => {
  const queryAt = url.indexOf('?')
  return queryAt === -1 ? url : url.slice(0, queryAt)
}

const logResponse = (context: RequestContext, milliseconds: number): void => {
  const { request, response, requestId, template, log } = context
  const { statusCode } = response
  // A 503 with a cause has been logged already. Others are refusals under load, which appear in the metrics only:
  // logging each would cost capacity.
  const isFailure = statusCode >= 500 && statusCode !== 503
  const level = isFailure || milliseconds > slowMilliseconds ? 'info' : 'debug'
  if (!log.isLevelEnabled(level)) return
  log.write(
    level,
    {
      requestId,
      method: request.method,
      route: template,
      status: statusCode,
      milliseconds: Math.round(milliseconds),
      ...(response.writableFinished ? {} : { cutShort: true }),
    },
    'request completed',
  )
}
