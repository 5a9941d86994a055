import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { ServiceName } from '@answerable/contracts/route'
import type { Request, RequestHandler } from 'express'
import {
  type Passport,
  type PassportKeys,
  passportHeader,
  verifyPassport,
} from '../calls/passport.ts'
import { AppError } from '../errors.ts'
import type { Log } from '../log.ts'
import { headerOf, requestIdHeader } from './request-headers.ts'

/** `response.locals` of a request whose service token is valid. */
export type Locals = { readonly passport: Passport; readonly requestId: string; readonly log: Log }

/** A handler behind the token check. */
export type ServiceHandler = RequestHandler<
  Record<string, string>,
  unknown,
  unknown,
  Record<string, unknown>,
  Locals
>

/**
 * The paths of the contracts. Express decodes parameters and reads absolute URLs in ways of its own; such
 * targets match no route in the gateway, so they are not found here either. Slugs may have percent-encoded letters
 * outside ASCII.
 */
const plainPath = /^\/(?:[0-9A-Za-z_/-]|%[89A-F][0-9A-F])*(?=\?|$)/
/** Whether the escapes of the path are UTF-8; Express would respond to others with an error of its own. */
const isDecodable = (url: string): boolean => {
  const [path = ''] = url.split('?', 1)
  if (!path.includes('%')) return true
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
/** Express would cut the query at either. */
const fragmentOrSpace = /[#\s]/

/** Middleware that accepts only requests with a service token for this very call, and sets their locals. */
export const checkToken =
  (options: { service: ServiceName; keys: PassportKeys; log: Log }): ServiceHandler =>
  (request, response, next) => {
    const { service: audience, keys, log } = options
    const { method, url } = request
    const requestId = headerOf(request, requestIdHeader) ?? randomUUID()
    const token = headerOf(request, passportHeader)
    const passport = verifyPassport(keys, token, { audience, method, path: url })
    if (passport === null) throw new AppError('passport_refused')
    response.locals = localsOf(passport, requestId, log)
    if (log.isLevelEnabled('debug')) logCompletion(request, response, response.locals.log)
    if (!plainPath.test(url) || !isDecodable(url)) throw new AppError('not_found')
    if (fragmentOrSpace.test(url)) throw new AppError('invalid_request')
    next()
  }

/** Most requests write no log line, so a child log is created on first use. */
const localsOf = (passport: Passport, requestId: string, log: Log): Locals => {
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

const logCompletion = (
  request: Pick<Request, 'method' | 'route'>,
  response: ServerResponse,
  log: Log,
): void => {
  const startedAt = performance.now()
  response.once('close', () => {
    log.debug(
      {
        method: request.method,
        route: request.route?.path ?? null,
        status: response.statusCode,
        milliseconds: Math.round(performance.now() - startedAt),
      },
      'request completed',
    )
  })
}
