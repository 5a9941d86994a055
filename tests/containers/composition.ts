import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { serviceNames } from '@answerable/contracts/route'

export const parts = [...serviceNames, 'nats', 'redis', 'postgres'] as const
export type Part = (typeof parts)[number]

/** The running containers of this folder's Compose setup. */
export type Composition = {
  readonly containersOf: (part: Part) => Promise<string[]>
  /** http://localhost:8080, one per gateway, as of the last `look`. */
  readonly gatewayUrls: () => readonly string[]
  readonly look: () => Promise<void>
  /** The key of the mailbox. */
  readonly mailboxKey: () => Promise<string>
  /** The number of submissions whose score is not the sum of the votes that count. */
  readonly wrongScores: () => Promise<number>
  /**
   * Sends SIGKILL and restarts the container at once, as the engine does with an ended program. Returns the
   * time of the kill in milliseconds of `performance.now()`.
   */
  readonly kill: (container: string) => Promise<number>
  /** Runs `infra/containers/upgrade.sh`; returns its exit code. */
  readonly upgrade: (onLine: (line: string) => void) => Promise<number>
  /**
   * Stops the container as a deployment does, restarts it and waits until it is healthy; returns how it
   * ended.
   */
  readonly restart: (container: string) => Promise<{ code: number; milliseconds: number }>
}

const timeoutMilliseconds = 60_000

export const openComposition = async (): Promise<Composition> => {
  let urls: string[] = []
  const look = async (): Promise<void> => {
    const lines = await docker('compose', 'ps', 'gateway', '--format', 'json')
    urls = [...lines.matchAll(/"PublishedPort":(\d+)/g)]
      .map(([, port]) => Number(port))
      .filter((port) => port > 0)
      .map((port) => `http://localhost:${port}`)
  }
  await look()
  if (urls.length === 0) throw new Error('No gateway is running. Run: docker compose up --wait')
  return {
    containersOf: async (part) => (await docker('compose', 'ps', '--quiet', part)).split('\n'),
    gatewayUrls: () => urls,
    look,
    mailboxKey: async () => {
      const link = await docker('compose', 'exec', '-T', 'gateway', 'node', 'src/mailbox-link.ts')
      return new URL(link).searchParams.get('key') ?? ''
    },
    wrongScores: async () => {
      const psql = ['psql', '--username=postgres', '--dbname=answerable', '--tuples-only']
      const parameters = [...psql, '--no-align', `--command=${wrongScores}`]
      return Number(await docker('compose', 'exec', '--no-TTY', 'postgres', ...parameters))
    },
    kill: async (container) => {
      await docker('kill', '--signal=KILL', container)
      await docker('start', container)
      await look()
      const diedAt = await docker('inspect', '--format={{.State.FinishedAt}}', container)
      return Date.parse(diedAt) - performance.timeOrigin
    },
    upgrade: async (onLine) => {
      const child = spawn('sh', ['infra/containers/upgrade.sh'], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      for await (const line of createInterface({ input: child.stdout })) onLine(line)
      return child.exitCode ?? (await once(child, 'exit'))[0]
    },
    restart: async (container) => {
      const stoppedAt = performance.now()
      await docker('stop', container)
      const milliseconds = performance.now() - stoppedAt
      const code = Number(await docker('inspect', '--format={{.State.ExitCode}}', container))
      await docker('start', container)
      await look()
      await untilHealthy(container)
      return { code, milliseconds }
    },
  }
}

const untilHealthy = async (container: string): Promise<void> => {
  const deadline = performance.now() + timeoutMilliseconds
  while ((await docker('inspect', '--format={{.State.Health.Status}}', container)) !== 'healthy') {
    if (performance.now() > deadline) throw new Error(`${container} does not become healthy`)
    await delay(250)
  }
}

/** Counts the submissions whose score is not the sum of the votes that count. */
export const wrongScores = `SELECT count(*) FROM catalog.submissions WHERE score <> (
  SELECT coalesce(sum(value), 0) FROM catalog.votes
  WHERE submission_id = submissions.id AND NOT EXISTS (
    SELECT FROM catalog.holds
    WHERE holds.submission_id = votes.submission_id AND holds.user_id = votes.user_id
  )
)`

const execute = promisify(execFile)

const docker = async (...parameters: string[]): Promise<string> =>
  (await execute('docker', parameters)).stdout.trim()
