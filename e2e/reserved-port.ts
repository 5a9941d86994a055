import { freePort } from '@answerable/site/free-port'

/** Below the ports that `freePort` draws: no program of this run takes one before its server starts. */
const lowest = 5_000
const blocks = 900
const blockSize = 10

/** Runs at the same time have different process IDs, and so different ports. */
let next = lowest + (process.pid % blocks) * blockSize

/** A port for a server that starts later in the run. */
export const reservedPort = async (): Promise<string> => {
  next += 1
  return String(await freePort(next))
}
