import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'

/** A loopback port nobody listens on: the preferred one when it is free, else any. */
export const freePort = async (preferred = 0): Promise<number> =>
  (await tryPort(preferred)) ?? (await tryPort(0)) ?? 0

const tryPort = (port: number): Promise<number | null> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(null))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const { port: taken } = server.address() as AddressInfo
      server.close(() => resolve(taken))
    })
  })
