import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  type Route,
  type RouteRequest,
  type RouteResponse,
  requiresConfirmation,
} from '@answerable/contracts/route'
import type { Viewer } from '@answerable/contracts/sessions'
import { cutText } from '@answerable/contracts/text'
import { parseCookie } from 'cookie'
import type * as z from 'zod/mini'
import type { Passport } from '../calls/passport.ts'
import { AppError, CallerLeft } from '../errors.ts'
import type { Log } from '../log.ts'
import type { ServiceHandler } from './check-token.ts'
import { readJson } from './json-body.ts'
import { headerOf } from './request-headers.ts'

/** The part of an Express router that routes need. */
export type Router = Record<
  'get' | 'post' | 'put' | 'patch' | 'delete',
  (path: string, handler: ServiceHandler) => unknown
>

type Signed<R extends Route> = R['access'] extends 'signed-in' | 'admin' ? Viewer : Viewer | null

export type HandlerRequest<R extends Route> = RouteRequest<R> & {
  /** The signed-in user; null for visitors and for calls between services. */
  viewer: Signed<R>
  /** Address of the browser as the gateway saw it; null for calls between services. */
  clientAddress: string | null
  requestId: string
  log: Log
  /** A request header, lower-case name. */
  header: (name: string) => string | undefined
  cookie: (name: string) => string | undefined
  /** Throws `CallerLeft` if the caller has closed the connection. In a transaction, this rolls the work back. */
  requireCaller: () => void
}

/** A success with headers beside its body. */
export type Reply<Body> = {
  readonly body: Body
  /** Instead of the status of the route. */
  readonly status?: number
  readonly headers: Readonly<Record<string, string | readonly string[]>>
}

export const reply = <Body>(body: Body, headers: Reply<Body>['headers']): Reply<Body> =>
  Object.assign(Object.create(replyPrototype), { body, headers })

/** A success with an HTML page, for a route without a response schema. */
export const page = (html: string, headers: Reply<string>['headers'] = {}): Reply<undefined> =>
  reply<unknown>(html, {
    'content-type': htmlType,
    ...headers,
  }) as Reply<undefined>

/** A success whose body is already JSON, perhaps in several parts. */
export const jsonText = <R extends Route>(
  text: string | Buffer | readonly Buffer[],
  headers: Reply<string>['headers'] = {},
): Reply<RouteResponse<R>> =>
  reply<unknown>(text, {
    'content-type': jsonType,
    ...headers,
  }) as Reply<RouteResponse<R>>

/** A permanent redirect that caches must check every time, because it may end. */
export const movedTo = (location: string, body: object): Reply<never> =>
  Object.assign(Object.create(replyPrototype), {
    body,
    status: 301,
    headers: { location, 'cache-control': 'no-store' },
  })

const replyPrototype = {}
const isReply = (value: unknown): value is Reply<unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === replyPrototype

export type Handler<R extends Route> = (
  request: HandlerRequest<R>,
) => Promise<RouteResponse<R> | Reply<RouteResponse<R>>>

/** Adds a contract route: checks the caller, parses the input, sends the handler's result. */
export const serve = <R extends Route>(router: Router, route: R, handler: Handler<R>): void => {
  router[verbs[route.method]](route.path, async (request, response) => {
    const { locals } = response
    checkAccess(route, locals.passport)
    const body = route.body === undefined ? undefined : await readJson(request, route)
    const { params, query } = request
    const result = await handler({
      ...inputOf(route, { params, query, body }),
      ...callerOf<R>(locals.passport),
      requestId: locals.requestId,
      get log() {
        return locals.log
      },
      header: (name) => headerOf(request, name),
      cookie: (name) => cookiesOf(request)[name],
      requireCaller: () => {
        if (request.socket.destroyed) throw new CallerLeft()
      },
    })
    send(response, responseOf(route, result))
  })
}

/** Throws `invalid_request` with the invalid fields. */
export const inputOf = <R extends Route>(
  route: R,
  given: { params: unknown; query: unknown; body: unknown },
): RouteRequest<R> =>
  ({
    params: parse(route.params, given.params),
    query: parse(route.query, given.query),
    body: parse(route.body, given.body),
  }) as RouteRequest<R>

export const callerOf = <R extends Route>({
  viewer,
  client,
}: Passport): Pick<HandlerRequest<R>, 'viewer' | 'clientAddress'> => ({
  viewer: viewer as Signed<R>,
  clientAddress: client?.address ?? null,
})

/** Express sends HEAD to the handler of GET. */
const verbs = {
  GET: 'get',
  POST: 'post',
  PUT: 'put',
  PATCH: 'patch',
  DELETE: 'delete',
} as const

/** Throws if the route is not open to the caller. */
export const checkAccess = (route: Route, { issuer, viewer }: Passport): void => {
  if (route.access === 'internal') {
    if (route.callers?.includes(issuer) !== true) throw new AppError('passport_refused')
    return
  }
  if (route.access === 'public') return
  if (viewer === null) throw new AppError('signed_out')
  if (route.access === 'admin' && viewer.role !== 'admin') throw new AppError('forbidden')
  if (viewer.unconfirmed === true && requiresConfirmation(route))
    throw new AppError('confirmation_needed')
}

const parse = (schema: z.ZodMiniType | undefined, input: unknown): unknown => {
  if (schema === undefined) return undefined
  const result = schema.safeParse(input)
  if (result.success) return result.data
  throw new AppError('invalid_request', { fields: fieldsOf(result.error) })
}

const fieldsOf = (error: z.core.$ZodError): Record<string, string> => {
  // Without a prototype; otherwise a field named `constructor` would seem to have an error already.
  const fields: Record<string, string> = Object.create(null)
  for (const issue of error.issues) {
    const names = issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('.')]
    for (const name of names) fields[cutText(name.toWellFormed(), 60)] ??= sentenceOf(issue)
  }
  return fields
}

const sentenceOf = (issue: z.core.$ZodIssue): string => {
  if (issue.code === 'unrecognized_keys') return 'This field is not accepted.'
  if (issue.code === 'invalid_type') {
    return issue.input === undefined
      ? 'This field is required.'
      : `This must be ${kindOf(issue.expected)}.`
  }
  if (issue.code === 'invalid_value' && issue.message === 'Invalid input') {
    return 'This value is not accepted.'
  }
  return issue.message === 'Invalid input' ? 'This is not valid.' : issue.message
}

const kindOf = (expected: string): string => kinds[expected] ?? `a ${expected}`

/** Types whose name in a schema is not an English word for them. */
const kinds: Readonly<Record<string, string>> = {
  array: 'a list',
  int: 'a whole number',
  object: 'an object',
  record: 'an object',
}

const cookiesOf = ({ headers }: IncomingMessage): Record<string, string | undefined> =>
  parseCookie(headers.cookie ?? '')

/** A response before it is sent; without parts for 204. */
export type PreparedResponse = {
  status: number
  headers: Reply<unknown>['headers']
  parts: readonly (string | Buffer)[] | null
}

/** The response to a handler's result. */
export const responseOf = (route: Route, result: unknown): PreparedResponse => {
  const {
    body,
    headers,
    status = route.status ?? 200,
  } = isReply(result) ? result : { body: result, headers: {} }
  if (body === undefined) return { status, headers, parts: null }
  const type = { 'content-type': isPrepared(body) ? htmlType : jsonType }
  return {
    status,
    headers: headers['content-type'] === undefined ? { ...headers, ...type } : headers,
    parts: isPrepared(body) ? [body].flat() : [JSON.stringify(body)],
  }
}

const isPrepared = (body: unknown): body is string | Buffer | readonly Buffer[] =>
  typeof body === 'string' ||
  Buffer.isBuffer(body) ||
  (Array.isArray(body) && body.length > 0 && body.every((part) => Buffer.isBuffer(part)))

const send = (response: ServerResponse, { status, headers, parts }: PreparedResponse): void => {
  const fields = Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().flatMap((one) => [name, one]),
  )
  if (parts === null) {
    response.writeHead(status, fields).end()
    return
  }
  const text = joined(parts)
  fields.push('content-length', String(Buffer.byteLength(text)))
  response.writeHead(status, fields).end(text)
}

const joined = (parts: readonly (string | Buffer)[]): string | Buffer => {
  const [only = ''] = parts
  if (parts.length <= 1) return only
  return Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)))
}

const jsonType = 'application/json; charset=utf-8'
const htmlType = 'text/html; charset=utf-8'
