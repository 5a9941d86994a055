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
import { AppError } from '../errors.ts'
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

/** A success whose body is already JSON. */
export const jsonText = <R extends Route>(
  text: string | Buffer,
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
    const parsed = {
      params: route.params === undefined ? undefined : parseInput(route.params, request.params),
      query: route.query === undefined ? undefined : parseInput(route.query, request.query),
      body:
        route.body === undefined
          ? undefined
          : parseInput(route.body, await readJson(request, route)),
    }
    const result = await handler({
      ...(parsed as RouteRequest<R>),
      viewer: locals.passport.viewer as Signed<R>,
      clientAddress: locals.passport.client?.address ?? null,
      requestId: locals.requestId,
      get log() {
        return locals.log
      },
      header: (name) => headerOf(request, name),
      cookie: (name) => cookiesOf(request)[name],
    })
    send(response, route, result)
  })
}

/** Express sends HEAD to the handler of GET. */
const verbs = {
  GET: 'get',
  POST: 'post',
  PUT: 'put',
  PATCH: 'patch',
  DELETE: 'delete',
} as const

const checkAccess = (route: Route, { issuer, viewer }: Passport): void => {
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

/** Throws `invalid_request` with the invalid fields. */
export const parseInput = <Schema extends z.ZodMiniType>(
  schema: Schema,
  input: unknown,
): z.output<Schema> => {
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

const send = (response: ServerResponse, route: Route, result: unknown): void => {
  const {
    body,
    headers,
    status = route.status ?? 200,
  } = isReply(result) ? result : { body: result, headers: {} }
  const fields = Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().flatMap((one) => [name, one]),
  )
  if (body === undefined) {
    response.writeHead(status, fields).end()
    return
  }
  const isText = typeof body === 'string' || Buffer.isBuffer(body)
  const [text, type] = isText ? [body, htmlType] : [JSON.stringify(body), jsonType]
  if (headers['content-type'] === undefined) fields.push('content-type', type)
  fields.push('content-length', String(Buffer.byteLength(text)))
  response.writeHead(status, fields).end(text)
}

const jsonType = 'application/json; charset=utf-8'
const htmlType = 'text/html; charset=utf-8'
