import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Duplex } from 'node:stream'
import type { LiveMessage } from '@answerable/contracts/live'
import { type Metrics, noMetrics } from '@answerable/service-kit/observability/metrics'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { openSockets } from './sockets.ts'

const server = createServer()
const handshakes = new WebSocketServer({ server })

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => {
  for (const socket of handshakes.clients) socket.terminate()
  server.close()
})

afterEach(() => {
  vi.useRealTimers()
})

/** A websocket whose connection accepts no data. */
const stuckSocket = async () => {
  const accepted = new Promise<WebSocket>((resolve) => handshakes.once('connection', resolve))
  const page = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const socket = await accepted
  const connection = new Duplex({ read: () => {}, write: () => {} })
  const closed = new Promise<number>((resolve) => page.once('close', resolve))
  return { socket, connection, closed }
}

const messages = (count: number): LiveMessage[] =>
  Array.from({ length: count }, (_, index) => ({
    type: 'VOTE_UPDATE',
    submissionId: 'a1B2c3D4',
    version: index,
    score: 1,
    commentCount: 1,
  }))

/** Metrics with readable counters. */
const countingMetrics = () => {
  const totals: Record<string, number> = {}
  const metrics: Metrics = {
    ...noMetrics,
    counter:
      ({ name }) =>
      (_labels, by = 1) => {
        totals[name] = (totals[name] ?? 0) + by
      },
  }
  return { metrics, totals }
}

test('a reader with more than 64 kB waiting is passed over, stays, and is counted', async () => {
  const { metrics, totals } = countingMetrics()
  const sockets = openSockets({ heartbeatMilliseconds: 60_000, metrics })
  const { socket, connection } = await stuckSocket()
  sockets.add(socket, connection)
  for (let round = 0; round < 100; round += 1) sockets.sendToAll(messages(20))
  expect(connection.writableLength).toBeGreaterThan(65_536)
  expect(connection.writableLength).toBeLessThan(70_000)
  expect(socket.readyState).toBe(WebSocket.OPEN)
  const { answerable_socket_messages_total: sent = 0, ...others } = totals
  expect(sent).toBeGreaterThan(0)
  expect(others).toEqual({
    answerable_socket_messages_skipped_total: 2_000 - sent,
    answerable_sockets_dropped_total: 0,
  })
  await sockets.close()
})

test('a reader with more than 256 kB waiting is dropped and counted', async () => {
  const { metrics, totals } = countingMetrics()
  const sockets = openSockets({ heartbeatMilliseconds: 60_000, metrics })
  const { socket, connection, closed } = await stuckSocket()
  sockets.add(socket, connection)
  sockets.sendToAll(messages(4_000))
  expect(connection.writableLength).toBeGreaterThan(262_144)
  sockets.sendToAll(messages(1))
  expect(await closed).toBe(1006)
  expect(totals.answerable_sockets_dropped_total).toBe(1)
  await expect.poll(() => sockets.size()).toBe(0)
  await sockets.close()
})

test('the pings of a heartbeat are spread over it, and each socket gets one', async () => {
  const accepted: Awaited<ReturnType<typeof stuckSocket>>[] = []
  while (accepted.length < 20) accepted.push(await stuckSocket())
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const sockets = openSockets({ heartbeatMilliseconds: 1_000, metrics: noMetrics })
  for (const { socket, connection } of accepted) sockets.add(socket, connection)
  const pinged = () => accepted.filter(({ connection }) => connection.writableLength > 0).length
  for (let part = 1; part <= 10; part += 1) {
    vi.advanceTimersByTime(100)
    expect(pinged()).toBe(2 * part)
  }
  expect(accepted.every(({ connection }) => connection.writableLength === 2)).toBe(true)
  for (const { socket } of accepted) socket.terminate()
  await sockets.close()
})
