import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { ServiceName } from '@answerable/contracts/route'
import express, { type Request, type RequestHandler, type Response } from 'express'
import type { PassportKeys } from '../calls/passport.ts'
import { AppError } from '../errors.ts'
import type { Log } from '../log.ts'
import { checkToken } from './check-token.ts'
import { errorHandler, sendJson } from './error-handler.ts'
import type { Router } from './serve.ts'

/** The Express app of a service: liveness, readiness, then its routes for callers with a service token. */
export const httpApp = (options: {
  service: ServiceName
  keys: PassportKeys
  log: Log
  isReady: () => Promise<boolean>
  routes: (router: Router) => void
}): RequestListener => {
  const { log, isReady, routes } = options
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.enable('case sensitive routing')
  app.enable('strict routing')
  app.set('query parser', 'simple')

  app.get('/live', (_request, response) => sendJson(response, 200, { live: true }))
  app.get('/ready', async (_request, response) => {
    const ready = await isReady()
    sendJson(response, ready ? 200 : 503, { ready })
  })
  app.use(checkToken(options))
  routes(app)
  app.use(notFound)
  const sendError = errorHandler(log)
  app.use(sendError)

  // Express's own last handler would send an HTML page, for example for `GET a://b?c`.
  return (request: IncomingMessage, response: ServerResponse) =>
    app(request as Request, response as Response, (error?: unknown) =>
      sendError(error ?? new AppError('not_found'), request as Request, response as Response),
    )
}

/** Also for OPTIONS, to which Express would otherwise respond itself. */
const notFound: RequestHandler = () => {
  throw new AppError('not_found')
}
