import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { shared } from '../testing/cached.ts'
import { startTestGateway, type TestGateway } from '../testing/gateway.ts'

let site: TestGateway

beforeAll(async () => {
  site = await startTestGateway()
})
afterAll(() => site.stop())
beforeEach(() => {
  site.catalog.received.length = 0
  site.catalog.replyWith(shared([]))
})

/** Sends raw lines and reads until the gateway closes the connection. */
const send = async (lines: readonly string[], body = '') => {
  const { hostname, port } = new URL(site.url)
  const socket = connect({ host: hostname, port: Number(port) })
  socket.write(`${[...lines, 'Connection: close'].join('\r\n')}\r\n\r\n${body}`)
  const response = await text(socket)
  const [head = '', content = ''] = response.split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), content }
}

const get = (...headers: string[]) => send(['GET /api/boycotts HTTP/1.1', ...headers])
const reached = () => site.catalog.received.map(({ url }) => url)

describe('the host of a request', () => {
  const wrong: [string, string[]][] = [
    ['is missing', []],
    ['is empty', ['Host:']],
    ['is named twice', ['Host: a.example', 'Host: b.example']],
    ['is named twice alike', ['Host: a.example', 'host: a.example']],
    ['has a space', ['Host: a b']],
    ['is two', ['Host: a.example, b.example']],
    ['has user information', ['Host: me@a.example']],
    ['has a path', ['Host: a.example/x']],
    ['has a port that is no number', ['Host: a.example:http']],
    ['is half an address', ['Host: [::1']],
    ['is no address in brackets', ['Host: [12345::g]']],
  ]
  test.each(wrong)('is 400 where it %s', async (_what, headers) => {
    expect(await get(...headers)).toMatchObject({
      status: 400,
      content: expect.stringContaining('invalid_request'),
    })
    expect(reached()).toEqual([])
  })

  test.each(['a.example', 'a.example:8080', 'a_b.example.', '127.0.0.1', '[::1]:80', 'a:'])(
    'may be %s',
    async (host) => {
      expect(await get(`Host: ${host}`)).toMatchObject({ status: 200 })
    },
  )

  test('is optional in HTTP/1.0', async () => {
    expect(await send(['GET /api/site HTTP/1.0'])).toMatchObject({ status: 200 })
  })

  test('is checked for websockets too', async () => {
    const upgrade = [
      'GET /ws HTTP/1.1',
      'Host: a.example',
      'Host: b.example',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      'Connection: Upgrade',
    ]
    expect(await send(upgrade)).toMatchObject({ status: 400 })
  })
})

describe('a target in absolute form', () => {
  test('is handled like its path, and its host overrides the Host header', async () => {
    const absolute = (target: string) => send([`GET ${target} HTTP/1.1`, 'Host: other.example'])
    expect(await absolute('http://a.example/api/boycotts?page=2')).toMatchObject({ status: 200 })
    expect(await absolute('HTTPS://a.example:443/api/boycotts/a1B2c3D4')).toMatchObject({
      status: 200,
    })
    expect(reached()).toEqual(['/api/boycotts?page=2&limit=30&sort=hot', '/api/boycotts/a1B2c3D4'])
    expect((await absolute('http://a.example')).content).toContain('<title>')
    expect((await absolute('http://a.example/internal/accounts')).status).toBe(404)
    const signOut = (target: string) =>
      send([
        `POST ${target} HTTP/1.1`,
        'Host: localhost:1',
        'Origin: http://localhost:9',
        'Content-Length: 0',
      ])
    expect((await signOut('http://localhost:9/api/auth/logout')).status).toBe(200)
    expect((await signOut('/api/auth/logout')).status).toBe(403)
  })

  test.each([
    'http:///api/boycotts',
    'http://me@a.example/api/boycotts',
    'ftp://a.example/api/boycotts',
    'http://a b/',
    'api/boycotts',
    'a.example:80',
  ])('is 400 where it is wrong: %s', async (target) => {
    const response = await send([`GET ${target} HTTP/1.1`, 'Host: a.example'])
    expect(response.status).toBe(400)
    expect(reached()).toEqual([])
  })
})

describe('the coding of a body', () => {
  const post = (version: string, coding: string) =>
    send(
      [
        `POST /api/auth/verify HTTP/${version}`,
        'Host: a.example',
        'Content-Type: application/json',
        `Transfer-Encoding: ${coding}`,
      ],
      '2\r\n{}\r\n0\r\n\r\n',
    )

  test('may be chunked', async () => {
    for (const coding of ['chunked', 'Chunked'])
      expect((await post('1.1', coding)).status).toBe(200)
  })

  test.each(['gzip, chunked', 'chunked, chunked', 'gzip', 'identity', 'x-chunked, chunked'])(
    'is refused where it is %s',
    async (coding) => {
      site.auth.received.length = 0
      expect((await post('1.1', coding)).status).toBe(400)
      expect(site.auth.received).toEqual([])
    },
  )

  test('is refused in HTTP/1.0, which has none', async () => {
    expect((await post('1.0', 'chunked')).status).toBe(400)
  })
})
