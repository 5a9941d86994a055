import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Below the ports that systems give out by themselves (from 32,768 on Linux, 49,152 elsewhere): one of
 * those could be taken by any connection before it is listened on.
 */
const lowest = 15_000
const highest = 32_000
const attempts = 50

/** A loopback port nobody listens on: the preferred one when it is free, else any; 0 prefers none. */
export const freePort = async (preferred = 0): Promise<number> => {
  if (preferred !== 0 && (await isFree(preferred))) return preferred
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const port = randomInt(lowest, highest)
    if (await isFree(port)) return port
  }
  throw new Error(`${attempts} ports between ${lowest} and ${highest} were all taken`)
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      server.close(() => resolve(true))
    })
  })
