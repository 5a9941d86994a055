import { parse as parseQuery } from 'node:querystring'
import type { callTogether } from '@answerable/contracts/grouped-calls'
import type { Route, RouteRequest, RouteResponse, ServiceName } from '@answerable/contracts/route'
import { type PassportKeys, verifyPassport } from '../calls/passport.ts'
import { AppError, errorBodyOf } from '../errors.ts'
import type { Log } from '../log.ts'
import { publicErrors } from './error-handler.ts'
import { parseJson } from './json-body.ts'
import {
  callerOf,
  checkAccess,
  type Handler,
  inputOf,
  type PreparedResponse,
  type Router,
  responseOf,
  serve,
} from './serve.ts'

type Request = RouteRequest<typeof callTogether>['body']
type Call = Request['calls'][number]
type Response = RouteResponse<typeof callTogether>['responses'][number]

type GroupedRoute = { route: Route; path: RegExp; handler: Handler<Route> }

export type CallGroups = {
  /** Serves a route, also in groups of calls. */
  serve: <R extends Route>(router: Router, route: R, handler: Handler<R>) => void
  /** The responses that these calls would get one by one. */
  respond: (request: Request) => Promise<RouteResponse<typeof callTogether>>
}

/**
 * Routes of a service whose calls may arrive in groups. Their handlers get no headers and cookies, and always have a
 * caller.
 */
export const openCallGroups = (options: {
  service: ServiceName
  keys: PassportKeys
  log: Log
}): CallGroups => {
  const { service, keys, log } = options
  const grouped: GroupedRoute[] = []
  const publicError = publicErrors(log)

  const resultOf = async (method: Request['method'], call: Call): Promise<PreparedResponse> => {
    const { path, requestId } = call
    const passport = verifyPassport(keys, call.passport, { audience: service, method, path })
    if (passport === null) throw new AppError('passport_refused')
    const [target = '', ...search] = path.split('?')
    const { route, handler, params } = find(method, target)
    checkAccess(route, passport)
    const result = await handler({
      ...inputOf(route, {
        params,
        query: search.length === 0 ? {} : parseQuery(search.join('?')),
        body: call.body === undefined ? undefined : parseJson(call.body),
      }),
      ...callerOf(passport),
      requestId,
      get log() {
        return log.child({ requestId })
      },
      header: () => undefined,
      cookie: () => undefined,
      requireCaller: () => undefined,
    })
    return responseOf(route, result)
  }

  const find = (method: Request['method'], target: string) => {
    for (const { route, path, handler } of grouped) {
      const match = route.method === method ? path.exec(target) : null
      if (match !== null) return { route, handler, params: { ...match.groups } }
    }
    throw new AppError('not_found')
  }

  const respondTo = async (method: Request['method'], call: Call): Promise<PreparedResponse> => {
    try {
      return await resultOf(method, call)
    } catch (error) {
      const appError = publicError(error, call.requestId)
      const { status, retryAfterSeconds } = appError
      return {
        status,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
        },
        parts: [JSON.stringify(errorBodyOf(appError, call.requestId))],
      }
    }
  }

  return {
    serve: (router, route, handler) => {
      serve(router, route, handler)
      const path = route.path.replaceAll(/:(\w+)/g, '(?<$1>[0-9A-Za-z_-]+)')
      grouped.push({ route, path: new RegExp(`^${path}$`), handler })
    },
    respond: async ({ method, calls }) =>
      inParts(await Promise.all(calls.map((call) => respondTo(method, call)))),
  }
}

const lowerCased = (headers: PreparedResponse['headers']): Record<string, string> => {
  const named: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) named[name.toLowerCase()] = String(value)
  return named
}

/** Sends each part once. */
const inParts = (all: readonly PreparedResponse[]): RouteResponse<typeof callTogether> => {
  const places = new Map<string | Buffer, number>()
  const placeOf = (part: string | Buffer): number => {
    const place = places.get(part) ?? places.size
    places.set(part, place)
    return place
  }
  const responses = all.map(
    ({ status, headers, parts }): Response => ({
      status,
      headers: lowerCased(headers),
      body: (parts ?? []).map(placeOf),
    }),
  )
  return { parts: [...places.keys()].map(String), responses }
}
