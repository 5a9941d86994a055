import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { ErrorRequestHandler } from 'express'
import { overloaded } from '../calls/concurrency-limit.ts'
import { type AppError, CallerLeft, errorBodyOf, toAppError } from '../errors.ts'
import type { Log } from '../log.ts'
import { limitedLog } from '../observability/limited-log.ts'
import { hasBody } from './json-body.ts'
import { headerOf, requestIdHeader } from './request-headers.ts'

/** Turns errors into their public form, and logs failures. */
export const publicErrors = (log: Log) => {
  const failures = limitedLog(log)
  return (error: unknown, requestId: string): AppError => {
    const appError = toAppError(error)
    // Refusals by a concurrency limit are counted with the responses.
    if (appError.status >= 500 && appError !== overloaded) {
      failures.write('error', { requestId, err: appError.cause ?? appError }, 'request failed')
    }
    return appError
  }
}

/** Sends every error of an app as JSON, and logs failures. */
export const errorHandler = (log: Log) => {
  const publicError = publicErrors(log)

  // Express recognises an error handler by its four parameters.
  return ((error: unknown, request, response, _next?: unknown) => {
    const requestId: string =
      response.locals.requestId ?? headerOf(request, requestIdHeader) ?? randomUUID()
    if (error instanceof CallerLeft) {
      log.info({ requestId }, 'request undone, because its caller has left')
      return
    }
    const appError = publicError(error, requestId)
    if (response.headersSent) {
      response.destroy()
      return
    }
    if (appError.retryAfterSeconds !== undefined) {
      response.setHeader('retry-after', String(appError.retryAfterSeconds))
    }
    // The rest of a body that is refused unread must not be parsed as the next request.
    if (hasBody(request) && !request.complete) response.setHeader('connection', 'close')
    sendJson(response, appError.status, errorBodyOf(appError, requestId))
  }) satisfies ErrorRequestHandler
}

export const sendJson = (response: ServerResponse, status: number, body: object): void => {
  const text = JSON.stringify(body)
  response.statusCode = status
  response.setHeader('content-type', 'application/json; charset=utf-8')
  response.setHeader('content-length', Buffer.byteLength(text))
  response.end(text)
}
