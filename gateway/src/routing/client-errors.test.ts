import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { errorBody } from '@answerable/contracts/errors'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { gateway } from '../service.ts'
import { startTestGateway, type TestGateway } from '../testing/gateway.ts'

let site: TestGateway
/** Waits for requests a short time only. */
let hasty: TestGateway

beforeAll(async () => {
  const serverOptions = {
    ...gateway.serverOptions,
    headersTimeout: 200,
    requestTimeout: 300,
    connectionsCheckingInterval: 20,
  }
  site = await startTestGateway()
  hasty = await startTestGateway({}, { ...gateway, serverOptions })
})
afterAll(() => Promise.all([site.stop(), hasty.stop()]))

/** Sends raw bytes and reads until the gateway closes the connection. */
const exchangeRaw = async ({ url }: TestGateway, bytes: string) => {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) })
  socket.write(bytes)
  const response = await text(socket)
  const [head = '', body = ''] = response.split('\r\n\r\n')
  return {
    status: Number(head.split(' ')[1]),
    head,
    error: errorBody.parse(JSON.parse(body)).error,
  }
}

const post = 'POST /api/auth/magic-link HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'

const cases: [string, string, number, string][] = [
  [
    'headers over 16 kB',
    `GET / HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(17_000)}\r\n\r\n`,
    431,
    'headers_too_large',
  ],
  ['what is no HTTP', 'HELLO\r\n\r\n', 400, 'invalid_request'],
  [
    'two lengths',
    `${post}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`,
    400,
    'invalid_request',
  ],
  [
    'length and chunks',
    `${post}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    400,
    'invalid_request',
  ],
  ['headers that never end', 'GET / HTTP/1.1\r\nHost: x\r\n', 408, 'request_timeout'],
  ['a body that never ends', `${post}Content-Length: 100\r\n\r\n{`, 408, 'request_timeout'],
]

test.each(cases)(
  '%s: the response is JSON and the connection is closed',
  async (_case, bytes, status, code) => {
    const at = code === 'request_timeout' ? hasty : site
    const response = await exchangeRaw(at, bytes)
    expect(response).toMatchObject({ status, error: { code } })
    expect(response.head).toContain("content-security-policy: default-src 'none'")
    expect(response.head).toContain('connection: close')
    expect(at.auth.received).toEqual([])
  },
)

test('an unknown expectation is ignored', async () => {
  expect(await site.request({ path: '/api/site', headers: { expect: 'better' } })).toMatchObject({
    status: 200,
  })
})
