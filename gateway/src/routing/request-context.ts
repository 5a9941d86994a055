import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { AppError, errorBodyOf, toAppError } from '@answerable/service-kit/errors'
import { requestIdHeader } from '@answerable/service-kit/http/http-app'
import type { LimitedLog } from '@answerable/service-kit/observability/limited-log'
import type { Deps } from '../deps.ts'

/** One request on its way to its answer. */
export type RequestContext = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly requestId: string
  /** Without the query, exactly as sent. */
  readonly path: string
  /** What the answer carries, whatever it is: names and values in turn. */
  readonly headers: string[]
  /** For the log, which never learns what was really sent. */
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
  const exchange = {
    request,
    response,
    requestId,
    path: pathOf(request.url ?? ''),
    headers: [...deps.securityHeaders, requestIdHeader, requestId],
    template: 'none',
    log: deps.requestLog,
  }
  const startedAt = performance.now()
  response.once('close', () => logResponse(exchange, performance.now() - startedAt))
  return exchange
}

/** Sends a whole answer. */
export const respond = (
  { response, headers }: RequestContext,
  answer: { status: number; headers: readonly string[]; body: string | Buffer },
): void => {
  const length = ['content-length', String(Buffer.byteLength(answer.body))]
  response.writeHead(answer.status, [...headers, ...answer.headers, ...length])
  response.end(answer.body)
}

/** Sends an answer of the gateway's own. */
export const respondJson = (exchange: RequestContext, status: number, body: object): void =>
  respond(exchange, {
    status,
    headers: ['content-type', 'application/json; charset=utf-8', 'cache-control', 'no-store'],
    body: JSON.stringify(body),
  })

/** Answers with an error, or cuts an answer short that has begun. */
export const refuse = (
  exchange: RequestContext,
  error: unknown,
  headers: readonly string[] = [],
): void => {
  const { request, response, requestId, log } = exchange
  if (response.destroyed) return
  if (!response.headersSent && isShortlyComplete(request)) {
    // Read to its end, a short body does not cost the connection, which a flood would open anew each time.
    request.once('end', () => refuse(exchange, error, headers)).resume()
    return
  }
  const appError = toAppError(error)
  if (appError.code === 'internal') {
    log.write('error', { requestId, err: appError.cause ?? appError }, 'request failed')
  } else if (appError.cause !== undefined) {
    // What is refused without a cause is refused on purpose, and counted with the answers.
    log.write('warn', { requestId, err: appError.cause }, 'request failed')
  }
  if (response.headersSent) {
    response.destroy()
    return
  }
  respond(exchange, {
    status: appError.status,
    headers: [
      ...errorHeaders(appError),
      ...headers,
      // A body that is refused unread would otherwise be taken for the next request.
      ...(request.complete ? [] : ['connection', 'close']),
    ],
    body: JSON.stringify(errorBodyOf(appError, requestId)),
  })
}

const shortBytes = 16_384

/** Whether a body is on its way that is short by its own account. */
const isShortlyComplete = ({ complete, headers }: IncomingMessage): boolean =>
  !complete && Number(headers['content-length'] ?? Number.POSITIVE_INFINITY) <= shortBytes

/** The headers that belong to an error itself: names and values in turn. */
const errorHeaders = ({ retryAfterSeconds }: AppError): string[] => [
  'content-type',
  'application/json; charset=utf-8',
  'cache-control',
  'no-store',
  ...(retryAfterSeconds === undefined ? [] : ['retry-after', String(retryAfterSeconds)]),
]

export const refuseMethod = (exchange: RequestContext, allow: string): void =>
  refuse(exchange, new AppError('method_not_allowed'), ['allow', allow])

const pathOf = (url: string): string => {
  const queryAt = url.indexOf('?')
  return queryAt === -1 ? url : url.slice(0, queryAt)
}

const logResponse = (exchange: RequestContext, milliseconds: number): void => {
  const { request, response, requestId, template, log } = exchange
  const { statusCode } = response
  // A 503 that has a cause has told of it; the others are refusals for want of room, which are counted: a line
  // for each would take the room of another answer.
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
