import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { ServiceName } from '@answerable/contracts/route'
import { overloaded } from '../calls/concurrency-limit.ts'
import {
  type Passport,
  type PassportKeys,
  passportHeader,
  verifyPassport,
} from '../calls/passport.ts'
import { AppError, errorBodyOf, toAppError } from '../errors.ts'
import type { Log } from '../log.ts'
import { type LimitedLog, limitedLog } from '../observability/limited-log.ts'
import { compileRoutes, type Endpoint } from './route-matcher.ts'
import type { Answer, CallContext, Router } from './serve.ts'

export const requestIdHeader = 'x-request-id'

/** The HTTP side of a service: liveness, readiness, then its routes for whoever holds a passport. */
export const httpApp = (options: {
  service: ServiceName
  keys: PassportKeys
  log: Log
  isReady: () => Promise<boolean>
  routes: (router: Router) => void
}): RequestListener => {
  const { service, keys, log, isReady } = options
  const lookUp = compileRoutes(endpointsOf(options.routes))
  const failures = limitedLog(log)

  const answer = async (exchange: Exchange): Promise<void> => {
    const { request, response, requestId } = exchange
    const { method = '', url = '' } = request
    const isRead = method === 'GET' || method === 'HEAD'
    if (isRead && url === '/live') return sendJson(response, 200, { live: true })
    if (isRead && url === '/ready') {
      const ready = await isReady()
      return sendJson(response, ready ? 200 : 503, { ready })
    }
    const token = headerOf(request, passportHeader)
    const passport = verifyPassport(keys, token, { audience: service, method, path: url })
    if (passport === null) throw new AppError('passport_refused')
    exchange.context = contextFor(passport, requestId, log)
    if (log.isLevelEnabled('debug')) logAnswer(request, response, exchange.context)
    const queryAt = url.indexOf('?')
    const path = queryAt === -1 ? url : url.slice(0, queryAt)
    const match = lookUp(method, path)
    if (match.kind !== 'found') throw new AppError('not_found')
    templates.set(request, match.template)
    const query = queryAt === -1 ? '' : url.slice(queryAt + 1)
    const { params } = match
    await match.target({ request, response, params, query, context: exchange.context })
  }

  return (request, response) => {
    const requestId = headerOf(request, requestIdHeader) ?? randomUUID()
    const exchange: Exchange = { request, response, requestId, context: null }
    answer(exchange).catch((error: unknown) => answerError(exchange, error, failures))
  }
}

/** A request on its way through a service; without a context until its passport is accepted. */
type Exchange = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly requestId: string
  context: CallContext | null
}

const endpointsOf = (routes: (router: Router) => void): Endpoint<Answer>[] => {
  const endpoints: Endpoint<Answer>[] = []
  routes({ add: ({ method, path }, target) => endpoints.push({ method, path, target }) })
  return endpoints
}

const templates = new WeakMap<IncomingMessage, string>()

/** The path template of the route that a request has turned out to be for. */
export const templateOf = (request: IncomingMessage): string | undefined => templates.get(request)

/** A request header that may be sent once; lower-case name. */
export const headerOf = ({ headers }: IncomingMessage, name: string): string | undefined => {
  const value = headers[name]
  return typeof value === 'string' ? value : undefined
}

/** Most requests are never logged about, so that their log is made when it is asked for. */
const contextFor = (passport: Passport, requestId: string, log: Log): CallContext => {
  let own: Log | null = null
  return {
    passport,
    requestId,
    get log() {
      own ??= log.child({ requestId })
      return own
    },
  }
}

const logAnswer = (
  request: IncomingMessage,
  response: ServerResponse,
  { log }: CallContext,
): void => {
  const startedAt = performance.now()
  response.once('close', () => {
    log.debug(
      {
        method: request.method,
        route: templateOf(request) ?? null,
        status: response.statusCode,
        milliseconds: Math.round(performance.now() - startedAt),
      },
      'request completed',
    )
  })
}

const answerError = (
  { request, response, requestId }: Exchange,
  error: unknown,
  failures: LimitedLog,
): void => {
  const appError = toAppError(error)
  // Refusals for want of room are counted with the answers.
  if (appError.status >= 500 && appError !== overloaded) {
    failures.write('error', { requestId, err: appError.cause ?? appError }, 'request failed')
  }
  if (response.headersSent) {
    response.destroy()
    return
  }
  if (appError.retryAfterSeconds !== undefined) {
    response.setHeader('retry-after', String(appError.retryAfterSeconds))
  }
  // A body that is refused unread would otherwise be taken for the next request.
  if (!request.complete) response.setHeader('connection', 'close')
  sendJson(response, appError.status, errorBodyOf(appError, requestId))
}

const sendJson = (response: ServerResponse, status: number, body: object): void => {
  const text = JSON.stringify(body)
  response.statusCode = status
  response.setHeader('content-type', 'application/json; charset=utf-8')
  response.setHeader('content-length', Buffer.byteLength(text))
  response.end(text)
}
