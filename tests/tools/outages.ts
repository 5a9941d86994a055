import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@answerable/site/free-port'
import type { Place, TestServer } from './servers.ts'

/** A server that a test can stop and restart at the same port with the same data. */
export type Outages = {
  readonly url: string
  readonly start: () => Promise<void>
  /** Sends SIGKILL; the data on disk remains. */
  readonly kill: () => Promise<void>
  readonly freeze: () => void
  readonly thaw: () => void
  /** Deletes the data of a stopped server. */
  readonly loseDisk: () => Promise<void>
  /** Kills the server and deletes its data. */
  readonly remove: () => Promise<void>
}

/** Does not start the server. */
export const outagesOf = async (
  scheme: 'nats' | 'redis',
  startServer: (place: Place) => Promise<TestServer>,
): Promise<Outages> => {
  const port = await freePort()
  const directory = await mkdtemp(join(tmpdir(), 'answerable-outages-'))
  let server: TestServer | null = null

  const kill = async (): Promise<void> => {
    server?.signal('SIGKILL')
    await server?.stop()
    server = null
  }
  const loseDisk = () => rm(directory, { recursive: true, force: true })
  return {
    url: `${scheme}://127.0.0.1:${port}`,
    start: async () => {
      server = await startServer({ port, directory })
    },
    kill,
    freeze: () => server?.signal('SIGSTOP'),
    thaw: () => server?.signal('SIGCONT'),
    loseDisk,
    remove: async () => {
      await kill()
      await loseDisk()
    },
  }
}
