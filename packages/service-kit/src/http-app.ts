import { randomUUID } from 'node:crypto'
import type { ServiceName } from '@answerable/contracts/route'
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
  type Response,
  type Router,
} from 'express'
import { AppError, errorBodyOf, toAppError } from './errors.ts'
import type { Log } from './log.ts'
import { type Passport, type PassportKeys, passportHeader, verifyPassport } from './passport.ts'
import { type CallContext, contextOf } from './serve.ts'

export const requestIdHeader = 'x-request-id'

/** The HTTP side of a service: liveness, readiness, then its routes for whoever holds a passport. */
export const httpApp = (options: {
  service: ServiceName
  keys: PassportKeys
  log: Log
  isReady: () => Promise<boolean>
  routes: (router: Router) => void
}): Express => {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.get('/live', (_request, response) => void response.json({ live: true }))
  app.get('/ready', async (_request, response) => {
    const ready = await options.isReady()
    response.status(ready ? 200 : 503).json({ ready })
  })
  app.use(requirePassport(options))
  const router = express.Router()
  options.routes(router)
  app.use(router)
  app.use(() => {
    throw new AppError('not_found')
  })
  app.use(answerError(options.log))
  return app
}

const requirePassport =
  (options: { service: ServiceName; keys: PassportKeys; log: Log }): RequestHandler =>
  (request, response, next) => {
    const requestId = request.get(requestIdHeader) ?? randomUUID()
    response.locals.requestId = requestId
    const passport = verifyPassport(options.keys, request.get(passportHeader), {
      audience: options.service,
      method: request.method,
      path: request.originalUrl,
    })
    if (passport === null) throw new AppError('passport_refused')
    const context = contextFor(passport, requestId, options.log)
    response.locals.context = context
    if (options.log.isLevelEnabled('debug')) logAnswer(request, response, context)
    next()
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

const logAnswer = (request: Request, response: Response, { log }: CallContext): void => {
  const startedAt = performance.now()
  response.once('close', () => {
    log.debug(
      {
        method: request.method,
        route: request.route?.path ?? null,
        status: response.statusCode,
        milliseconds: Math.round(performance.now() - startedAt),
      },
      'answered',
    )
  })
}

const answerError =
  (log: Log): ErrorRequestHandler =>
  (error, request, response, _next) => {
    const appError = toAppError(fromExpress(error))
    const requestId: string = response.locals.requestId
    if (appError.status >= 500) {
      const scope = contextOf(response)?.log ?? log
      scope.error({ err: appError.cause ?? appError }, 'a request failed')
    }
    if (response.headersSent) {
      response.destroy()
      return
    }
    if (appError.retryAfterSeconds !== undefined) {
      response.setHeader('Retry-After', String(appError.retryAfterSeconds))
    }
    // A body that is refused unread would otherwise be taken for the next request.
    if (!request.complete) response.setHeader('Connection', 'close')
    response.status(appError.status).json(errorBodyOf(appError, requestId))
  }

/** Express throws its own error for a path that cannot be decoded. */
const fromExpress = (error: unknown): unknown =>
  error instanceof URIError ? new AppError('not_found') : error
