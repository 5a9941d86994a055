import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { freePort } from './free-port.ts'

test('chooses a port outside the ephemeral range', async () => {
  const ports = await Promise.all(Array.from({ length: 20 }, () => freePort()))
  for (const port of ports) {
    expect(port).toBeGreaterThanOrEqual(15_000)
    expect(port).toBeLessThan(32_768)
  }
})

test('chooses no port twice, although nothing listens yet', async () => {
  const ports = await Promise.all(Array.from({ length: 300 }, () => freePort()))
  expect(new Set(ports).size).toBe(300)
})

test('uses the preferred port if it is free, else another', async () => {
  const preferred = await freePort()
  expect(await freePort(preferred)).toBe(preferred)
  const server = createServer().listen(preferred, '127.0.0.1')
  await once(server, 'listening')
  expect(await freePort(preferred)).not.toBe(preferred)
  server.close()
})
