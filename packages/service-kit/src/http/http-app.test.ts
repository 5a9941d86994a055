import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { route } from '@answerable/contracts/route'
import type { Viewer } from '@answerable/contracts/sessions'
import { line } from '@answerable/contracts/text'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  passportHeader,
  passportKeysFor,
  readPassportKeys,
  signPassport,
} from '../calls/passport.ts'
import { AppError } from '../errors.ts'
import { createLog } from '../log.ts'
import { httpApp } from './http-app.ts'
import { reply, serve } from './serve.ts'

const master = 'a master key for tests, of enough length'
const keys = readPassportKeys(passportKeysFor(master, 'catalog')) ?? new Map()
const member = {
  id: '0199aa00-0000-7000-8000-000000000000',
  username: 'ada',
  role: 'member',
} as const
const common = { service: 'catalog', access: 'public', method: 'POST' } as const

const echo = route({
  ...common,
  path: '/echo/:id',
  params: z.strictObject({ id: z.string() }),
  body: z.strictObject({ name: line({ min: 1, max: 5 }), deep: z.optional(z.unknown()) }),
  maxBodyBytes: 200,
})
const optional = route({
  ...common,
  path: '/optional',
  body: z._default(z.strictObject({ name: z.optional(line({ min: 1, max: 5 })) }), {}),
  response: z.unknown(),
})
const failing = route({ ...common, path: '/failing' })
const away = route({ ...common, path: '/away' })
const members = route({ ...common, path: '/members', access: 'signed-in' })
const admins = route({ ...common, path: '/admins', access: 'admin' })
const confirmedByDefault = route({ ...common, path: '/decide', access: 'admin' })
const harmless = route({ ...common, path: '/harmless', access: 'admin', needsConfirmation: false })
const inside = route({
  ...common,
  path: '/internal/x',
  access: 'internal',
  callers: ['moderation'],
})
const withHeaders = route({ ...common, path: '/headers', response: z.string(), status: 201 })

let server: Server
let url: string
let ready = true

beforeAll(async () => {
  const app = httpApp({
    service: 'catalog',
    keys,
    log: createLog({ service: 'test', level: 'silent' }),
    isReady: async () => ready,
    routes: (router) => {
      serve(router, echo, async ({ body, params }) => ({ ...body, ...params }) as never)
      serve(router, optional, async ({ body }) => ({ got: body }))
      serve(router, failing, async () => {
        throw new Error('secret detail of /home/ada')
      })
      serve(router, away, async () => {
        throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
      })
      serve(router, members, async ({ viewer }) => ({ name: viewer.username }) as never)
      serve(router, admins, async () => undefined)
      serve(router, confirmedByDefault, async () => undefined)
      serve(router, harmless, async () => undefined)
      serve(router, inside, async () => undefined)
      serve(router, withHeaders, async () =>
        reply('made', { 'x-one': '1', 'set-cookie': ['a=1', 'b=2'] }),
      )
    },
  })
  server = createServer(app)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

type Call = {
  body?: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>
  headers?: Record<string, string>
  viewer?: Viewer | null
  issuer?: 'gateway' | 'moderation'
}

const post = async (path: string, call: Call = {}) => {
  const issuer = call.issuer ?? 'gateway'
  const passport = signPassport(keys, {
    issuer,
    audience: 'catalog',
    method: 'POST',
    path,
    viewer: call.viewer ?? null,
    client: null,
  })
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [passportHeader]: passport, ...call.headers },
    ...(call.body === undefined ? {} : { body: call.body, duplex: 'half' }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, json: () => JSON.parse(text) }
}

test('a handler receives the parsed input, and its result is sent as JSON', async () => {
  const response = await post('/echo/7', { body: '{"name":"  Ada "}' })
  expect(response.json()).toEqual({ name: 'Ada', id: '7' })
})

test('an invalid body is refused with the name of the field', async () => {
  const missing = await post('/echo/7', { body: '{}' })
  expect(missing.status).toBe(400)
  expect(missing.json().error).toMatchObject({
    code: 'invalid_request',
    fields: { name: 'This field is required.' },
  })
  expect((await post('/echo/7', { body: '{"name":"Ada","x":1}' })).json().error.fields).toEqual({
    x: 'This field is not accepted.',
  })
  for (const name of ['constructor', 'toString']) {
    const response = await post('/echo/7', { body: `{"name":"Ada","${name}":1}` })
    expect(response.json().error.fields).toEqual({ [name]: 'This field is not accepted.' })
  }
  for (const name of [`${'x'.repeat(59)}😀`, 'x\\ud83d']) {
    const { fields } = (await post('/echo/7', { body: `{"name":"Ada","${name}":1}` })).json().error
    expect(Object.keys(fields).map((field) => field.isWellFormed())).toEqual([true])
  }
  const long = await post('/echo/7', { body: '{"name":"Adaline"}' })
  expect(long.json().error.fields).toEqual({ name: 'Please use at most 5 characters.' })
  expect((await post('/echo/7', { body: '{"name":5}' })).status).toBe(400)
})

test('a body with another content type is 415, and malformed JSON is 400', async () => {
  const typed = await post('/echo/7', { body: '{}', headers: { 'content-type': 'text/plain' } })
  expect(typed.status).toBe(415)
  const zipped = await post('/echo/7', { body: '{}', headers: { 'content-encoding': 'gzip' } })
  expect(zipped.status).toBe(415)
  for (const body of ['', '{', 'null x', '{"a":1,}']) {
    expect((await post('/echo/7', { body })).status).toBe(400)
  }
  expect((await post('/echo/7', { body: Uint8Array.of(0x22, 0xff, 0x22) })).status).toBe(400)
})

test('an optional body may be missing, with or without a content type; a present one must be valid', async () => {
  expect((await post('/optional')).json()).toEqual({ got: {} })
  expect((await post('/optional', { headers: { 'content-type': 'text/plain' } })).status).toBe(200)
  expect((await post('/optional', { body: '' })).json()).toEqual({ got: {} })
  expect((await post('/optional', { body: '{"name":"Ada"}' })).json()).toEqual({
    got: { name: 'Ada' },
  })
  for (const body of ['{"name":"Adaline"}', '{"x":1}', 'null', '{', ' ']) {
    expect((await post('/optional', { body })).status).toBe(400)
  }
  const typed = await post('/optional', { body: '{}', headers: { 'content-type': 'text/plain' } })
  expect(typed.status).toBe(415)
})

test('a required body must be present', async () => {
  expect((await post('/echo/7')).status).toBe(400)
})

test('a body above the size limit of its route is 413, by its declared or its actual length', async () => {
  const body = `{"name":"${'x'.repeat(300)}"}`
  expect((await post('/echo/7', { body })).status).toBe(413)
  expect((await post('/echo/7', { body: new Blob([body]).stream() })).status).toBe(413)
})

test('a body nested deeper than 5 levels is refused', async () => {
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
  expect((await post('/echo/7', { body: `{"name":"a","deep":${nested(4)}}` })).status).toBe(200)
  expect((await post('/echo/7', { body: `{"name":"a","deep":${nested(5)}}` })).status).toBe(400)
})

test('an unexpected error reveals no internal details', async () => {
  const response = await post('/failing')
  expect(response.status).toBe(500)
  expect(response.text).not.toContain('secret')
  expect(response.json().error).toMatchObject({ code: 'internal', requestId: expect.any(String) })
})

test('an unavailable dependency is 503 with Retry-After', async () => {
  const response = await post('/away')
  expect(response.status).toBe(503)
  expect(response.headers.get('retry-after')).toBe('1')
})

test('the access that a contract declares is enforced', async () => {
  const admin = { ...member, role: 'admin' } as const
  expect((await post('/members')).status).toBe(401)
  expect((await post('/members', { viewer: member })).json()).toEqual({ name: 'ada' })
  expect((await post('/admins')).status).toBe(401)
  expect((await post('/admins', { viewer: member })).status).toBe(403)
  expect((await post('/admins', { viewer: admin })).status).toBe(200)
  expect((await post('/internal/x', { viewer: admin })).status).toBe(401)
  expect((await post('/internal/x', { issuer: 'moderation' })).status).toBe(200)
})

test('a session without a confirmation gets no further than the routes that need none', async () => {
  const admin = { ...member, role: 'admin' } as const
  const unconfirmed = { ...admin, unconfirmed: true } as const
  const refusal = await post('/decide', { viewer: unconfirmed })
  expect([refusal.status, refusal.json().error.code]).toEqual([403, 'confirmation_needed'])
  expect((await post('/decide', { viewer: admin })).status).toBe(200)
  expect((await post('/harmless', { viewer: unconfirmed })).status).toBe(200)
  expect((await post('/members', { viewer: unconfirmed })).status).toBe(200)
  // Who is no administrator learns nothing else.
  const outsider = await post('/decide', { viewer: { ...member, unconfirmed: true } })
  expect(outsider.json().error.code).toBe('forbidden')
})

test('a response has the status and headers that its handler sets', async () => {
  const response = await post('/headers')
  expect(response.status).toBe(201)
  expect(response.headers.get('x-one')).toBe('1')
  expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
})

test('every route except liveness and readiness requires a service token', async () => {
  expect((await fetch(`${url}/echo/7`, { method: 'POST' })).status).toBe(401)
  expect((await fetch(`${url}/live`)).status).toBe(200)
  expect((await fetch(`${url}/ready`)).status).toBe(200)
  ready = false
  expect((await fetch(`${url}/ready`)).status).toBe(503)
  ready = true
})

test('an error that a route throws reaches the caller unchanged', () => {
  const error = new AppError('already_flagged', { fields: { reason: 'x' } })
  expect(error).toMatchObject({ status: 409, message: 'You have already flagged this submission.' })
})
