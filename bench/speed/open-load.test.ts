import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { arrivalsOf, sendOpenly } from './open-load.ts'

let stop = async (): Promise<void> => {}
afterEach(() => stop())

const serverWith = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stop = () => new Promise((resolve) => server.close(() => resolve()))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const load = { seconds: 1, rate: 3, lists: [[{ path: '/a' }, { path: '/c' }], [{ path: '/b' }]] }

describe('arrivals', () => {
  test('are as many as the rate demands, at independent times', () => {
    const random = [0.5, 0.05, 0.75, 0.2].values()
    const next = () => random.next().value ?? Number.NaN
    expect(arrivalsOf({ rate: 2, seconds: 2 }, next)).toEqual([100, 400, 1_000, 1_500])
  })
})

describe('an open load', () => {
  test('sends each request when it is due, from all lists in turn', async () => {
    const receivedAt: Record<string, number> = {}
    const startedAt = performance.now()
    const url = await serverWith(({ url: path = '' }, response) => {
      receivedAt[path] = performance.now() - startedAt
      response.statusCode = path === '/b' ? 503 : 200
      response.end('{}')
    })
    const result = await sendOpenly({ ...load, url }, [0, 60, 120])
    // A timer may fire a millisecond early.
    expect(receivedAt['/b']).toBeGreaterThanOrEqual(59)
    expect(receivedAt['/c']).toBeGreaterThanOrEqual(119)
    expect(result).toMatchObject({ succeeded: 2, statuses: { 200: 2, 503: 1 }, failed: 0 })
  })

  test('does not wait for responses', async () => {
    const waiting: (() => void)[] = []
    const url = await serverWith((_request, response) => {
      waiting.push(() => response.end())
      if (waiting.length === 3) for (const end of waiting) end()
    })
    const { succeeded } = await sendOpenly({ ...load, url }, [0, 0, 0])
    expect(succeeded).toBe(3)
  })

  test('counts latencies from the moment when a request was due', async () => {
    const url = await serverWith((_request, response) => response.end())
    const { latency } = await sendOpenly({ ...load, url }, [-500])
    expect(latency.p50).toBeGreaterThanOrEqual(500)
  })

  test('counts requests without a response', async () => {
    const url = await serverWith(({ socket }) => socket.destroy())
    expect(await sendOpenly({ ...load, url }, [0])).toMatchObject({ succeeded: 0, failed: 1 })
  })
})
