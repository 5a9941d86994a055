import { once } from 'node:events'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { startTimeLimit } from './time-limit.ts'
import { withTimeout } from './with-timeout.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('expires once, after the whole time', () => {
  vi.useFakeTimers()
  const expire = vi.fn()
  startTimeLimit(1_000, expire)
  vi.advanceTimersByTime(999)
  expect(expire).not.toHaveBeenCalled()
  vi.advanceTimersByTime(10_000)
  expect(expire).toHaveBeenCalledTimes(1)
})

test.each([0, 300, 999])(
  'does not expire if it is stopped after %i of 1,000 ms',
  (milliseconds) => {
    vi.useFakeTimers()
    const expire = vi.fn()
    const stop = startTimeLimit(1_000, expire)
    vi.advanceTimersByTime(milliseconds)
    stop()
    vi.advanceTimersByTime(10_000)
    expect(expire).not.toHaveBeenCalled()
  },
)

test('a response after a stall that is longer than the limit is in time', async () => {
  const server = createServer((_request, response) => response.end())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const response = new Promise((resolve) => {
    get({ port, host: '127.0.0.1' }, resolve)
  })
  const inTime = withTimeout(response, 2_000)
  await delay(1)
  const stallsUntil = performance.now() + 2_500
  while (performance.now() < stallsUntil);
  await inTime
  server.closeAllConnections()
  server.close()
})
