import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Below the ephemeral ports (from 32,768 on Linux, 49,152 elsewhere), which any outgoing connection could
 * take first.
 */
const lowest = 15_000
const highest = 32_000
const attempts = 50

/** The last port that was tried. A process never gets a port twice, also if nothing listens on it yet. */
let last = randomInt(lowest, highest)

/** A free loopback port: the preferred one if it is free, else any; 0 means no preference. */
export const freePort = async (preferred = 0): Promise<number> => {
  if (preferred !== 0 && (await isFree(preferred))) return preferred
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    last = last + 1 < highest ? last + 1 : lowest
    const port = last
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
