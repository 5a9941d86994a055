import { Agent, createServer, type IncomingMessage, request, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { route } from '@answerable/contracts/route'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  passportHeader,
  passportKeysFor,
  readPassportKeys,
  signPassport,
} from '../calls/passport.ts'
import { createLog } from '../log.ts'
import { httpApp } from './http-app.ts'
import { jsonText, serve } from './serve.ts'

const keys = readPassportKeys(
  passportKeysFor('a master key for tests, of enough length', 'catalog'),
)

const common = { service: 'catalog', access: 'public', response: z.unknown() } as const
const listThings = route({
  ...common,
  method: 'GET',
  path: '/api/things',
  query: z.strictObject({ page: z.optional(z.string()) }),
})
const readThing = route({
  ...common,
  method: 'GET',
  path: '/api/things/:id',
  params: z.strictObject({ id: z.string() }),
})
const castVote = route({
  ...common,
  method: 'POST',
  path: '/api/things/:id/vote',
  params: z.strictObject({ id: z.string() }),
  body: z.unknown(),
  maxBodyBytes: 20,
})

const agent = new Agent({ keepAlive: true })
let server: Server
let port: number

beforeAll(async () => {
  const app = httpApp({
    service: 'catalog',
    keys: keys ?? new Map(),
    log: createLog({ service: 'test', level: 'silent' }),
    isReady: async () => true,
    routes: (router) => {
      serve(router, listThings, async ({ query }) => ({ list: query }))
      serve(router, readThing, async ({ params }) =>
        jsonText<typeof readThing>(JSON.stringify({ thing: params.id })),
      )
      serve(router, castVote, async ({ params }) => ({ vote: params.id }))
    },
  })
  server = createServer(app)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  agent.destroy()
  server.closeAllConnections()
  server.close()
})

const tokenFor = (method: string, path: string): string =>
  signPassport(keys ?? new Map(), {
    issuer: 'gateway',
    audience: 'catalog',
    method,
    path,
    viewer: null,
    client: null,
  })

/** Sends the target exactly as given, with a valid token for it. */
const send = async (method: string, target: string, headers = {}) => {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const call = request({ agent, port, host: '127.0.0.1', method, path: target })
    const all = { [passportHeader]: tokenFor(method, target), ...headers }
    for (const [name, value] of Object.entries(all)) call.setHeader(name, value)
    call.on('response', resolve).on('error', reject)
    // A body that is announced never comes.
    if ('content-length' in headers) call.flushHeaders()
    else call.end()
  })
  const body = await text(response)
  return { status: response.statusCode, headers: response.headers, body }
}

const notFound = (code = 'not_found') => ({
  status: 404,
  headers: expect.objectContaining({ 'content-type': 'application/json; charset=utf-8' }),
  body: expect.stringContaining(`"code":"${code}"`),
})

test.each([
  ['a trailing slash', '/api/things/a1/'],
  ['another letter case', '/API/things/a1'],
  ['an encoded letter', '/api/thing%73/a1'],
  ['an encoded letter in a parameter', '/api/things/%611'],
  ['an encoded slash', '/api/things/a%2Fvote'],
  ['an encoded null byte', '/api/things/a%00'],
  ['malformed percent-encoding', '/api/things/%'],
  ['percent-encoding that is not UTF-8', '/api/things/%ff'],
  ['a dot', '/api/things/a.json'],
  ['a semicolon', '/api/things/a;b=1'],
  ['an empty segment', '/api//things/a1'],
  ['a leading empty segment', '//api/things/a1'],
  ['a dot segment', '/api/./things/a1'],
  ['a backslash', '/api\\things/a1'],
  ['a backslash and a fragment', '/api\\things/a1#'],
  ['a fragment', '/api/things/a1#b'],
  ['an absolute URL', 'http://127.0.0.1/api/things/a1'],
  ['a URL without a path', 'a://b?c'],
  ['an asterisk', '*'],
])('%s in the target is 404, as JSON', async (_name, target) => {
  expect(await send('GET', target)).toEqual(notFound())
})

test('a mutated path matches a route only if it fits a template exactly', async () => {
  const paths = fc.constantFrom('/api/things', '/api/things/a1B2-_c3', '/api/things/a1/vote')
  const disturbances = [
    '/',
    '/..',
    '/./',
    '%2f',
    '%61',
    '%',
    '\\',
    ';x',
    '.',
    ':',
    '@',
    '#',
    '?',
    'A',
  ]
  const mutant = fc
    .tuple(paths, fc.nat({ max: 20 }), fc.nat({ max: 1 }), fc.constantFrom('', ...disturbances))
    .map(([path, at, cut, extra]) => path.slice(0, at) + extra + path.slice(at + cut))
    .filter((path) => path.startsWith('/'))
  await fc.assert(
    fc.asyncProperty(mutant, async (target) => {
      const [path = '', query] = target.split('?')
      const fits = /^\/api\/things(?:\/[0-9A-Za-z_-]+)?$/.test(path)
      const { status } = await send('GET', target)
      // A list refuses query parameters that it does not have.
      const expected = fits ? (query === undefined || query === '' ? [200] : [200, 400]) : [404]
      expect(expected).toContain(status)
    }),
    { numRuns: 200 },
  )
})

test('HEAD uses the route of GET, without a body', async () => {
  const { status, headers, body } = await send('HEAD', '/api/things/a1')
  expect({ status, body }).toEqual({ status: 200, body: '' })
  expect(headers['content-length']).toBe(String('{"thing":"a1"}'.length))
  expect((await send('HEAD', '/live')).status).toBe(200)
})

test('OPTIONS, and methods that a path does not support, are 404', async () => {
  for (const method of ['OPTIONS', 'POST', 'PUT', 'TRACE']) {
    const response = await send(method, '/api/things/a1')
    expect(response).toEqual(notFound())
    expect(response.headers).not.toHaveProperty('allow')
  }
  expect((await send('HEAD', '/api/things/a1/vote')).status).toBe(404)
  expect((await send('OPTIONS', '*')).status).toBe(404)
})

test('responses carry no headers of the framework', async () => {
  for (const path of ['/api/things/a1', '/api/none', '/live', '/ready']) {
    const { headers } = await send('GET', path)
    expect(Object.keys(headers).toSorted()).toEqual([
      'connection',
      'content-length',
      'content-type',
      'date',
      'keep-alive',
    ])
  }
})

test('query parameters are flat, and those outside the contract are refused', async () => {
  expect((await send('GET', '/api/things?page=a%2Fb+c')).body).toBe('{"list":{"page":"a/b c"}}')
  for (const query of ['page[x]=1', 'page=1&page=2', '__proto__=1', 'constructor=1']) {
    expect((await send('GET', `/api/things?${query}`)).status).toBe(400)
  }
})

test('an unknown path is 401 without a token', async () => {
  for (const path of ['/api/none', '/api/things/%', '/live/']) {
    expect((await send('GET', path, { [passportHeader]: 'x' })).status).toBe(401)
  }
})

test('a connection stays open, except after a body that is refused unread', async () => {
  expect((await send('GET', '/api/none')).headers.connection).toBe('keep-alive')
  const { status, headers } = await send('POST', '/api/things/a1/vote', {
    'content-type': 'application/json',
    'content-length': '1000',
  })
  expect({ status, connection: headers.connection }).toEqual({ status: 413, connection: 'close' })
})

test('requests on one connection are handled in order', async () => {
  const socket = connect(port, '127.0.0.1')
  const head = (path: string) =>
    `GET ${path} HTTP/1.1\r\nhost: x\r\n${passportHeader}: ${tokenFor('GET', path)}\r\n`
  socket.end(`${head('/api/things/a1')}\r\n${head('/api/things/b2')}connection: close\r\n\r\n`)
  const responses = await text(socket)
  expect(responses.match(/"thing":"\w+"/g)).toEqual(['"thing":"a1"', '"thing":"b2"'])
})

test('a fragment after the query is 400: Express would read the query only up to it', async () => {
  expect(await send('GET', '/api/things?page=1#b')).toMatchObject({
    status: 400,
    body: expect.stringContaining('"code":"invalid_request"'),
  })
})
