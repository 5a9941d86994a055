import { once } from 'node:events'
import type { Server } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { gateway } from './service.ts'
import { startTestGateway, type TestGateway } from './testing/gateway.ts'

const maxMilliseconds = 20_000
const shortMilliseconds = 300
const manyBytes = 50_000_000

let site: TestGateway
let server: Server
let siteTimeout = 0

beforeAll(async () => {
  const { serverHook } = gateway
  const definition: typeof gateway = {
    ...gateway,
    serverHook: (opened, config, deps) => {
      const end = serverHook?.(opened, config, deps) ?? (async () => {})
      server = opened
      siteTimeout = opened.timeout
      // The real settings, with a short timeout; without a timeout there is none here either.
      opened.timeout = Math.min(opened.timeout, shortMilliseconds)
      return end
    },
  }
  site = await startTestGateway({}, definition)
})
afterAll(() => site.stop())

test('a client has limited seconds for the headers and for the body', () => {
  const { headersTimeout = 0, requestTimeout = 0 } = gateway.serverOptions ?? {}
  for (const milliseconds of [headersTimeout, requestTimeout, siteTimeout]) {
    expect(milliseconds).toBeGreaterThan(0)
    expect(milliseconds).toBeLessThanOrEqual(maxMilliseconds)
  }
})

test('a client that reads nothing of its response is disconnected', async () => {
  site.catalog.replyWith((_received, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(Buffer.alloc(manyBytes, 32))
  })
  const { hostname, port } = new URL(site.url)
  const socket = connect({ host: hostname, port: Number(port) })
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.pause()
  socket.write('GET /api/boycotts HTTP/1.1\r\nHost: x\r\n\r\n')
  const connections = () =>
    new Promise<number>((resolve, reject) =>
      server.getConnections((error, count) => (error === null ? resolve(count) : reject(error))),
    )
  await expect.poll(connections).toBe(1)
  await expect.poll(connections).toBe(0)
  socket.destroy()
})
