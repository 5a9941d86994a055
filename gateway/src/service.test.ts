import { once } from 'node:events'
import type { Server } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { gateway } from './service.ts'
import { startTestGateway, type TestGateway } from './testing/gateway.ts'

const longestMilliseconds = 20_000
const shortMilliseconds = 300
const manyBytes = 50_000_000

let site: TestGateway
let server: Server
let timeOfSite = 0

beforeAll(async () => {
  const { serverHook } = gateway
  const definition: typeof gateway = {
    ...gateway,
    serverHook: (opened, config, deps) => {
      const end = serverHook?.(opened, config, deps) ?? (async () => {})
      server = opened
      timeOfSite = opened.timeout
      // As the site has it, but for nobody to wait: without a time there is none here either.
      opened.timeout = Math.min(opened.timeout, shortMilliseconds)
      return end
    },
  }
  site = await startTestGateway({}, definition)
})
afterAll(() => site.stop())

test('a client has limited seconds for the headers and for the body', () => {
  const { headersTimeout = 0, requestTimeout = 0 } = gateway.serverOptions ?? {}
  for (const milliseconds of [headersTimeout, requestTimeout, timeOfSite]) {
    expect(milliseconds).toBeGreaterThan(0)
    expect(milliseconds).toBeLessThanOrEqual(longestMilliseconds)
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
