import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '@answerable/service-kit/log'
import pg from 'pg'
import { endWithParent } from '../end-with-parent.ts'
import { freePort } from '../free-port.ts'
import { StartError } from '../start-error.ts'
import { type Account, chooseAccount } from './account.ts'
import { findPostgresBinaries, type PostgresBinaries } from './binaries.ts'
import {
  type Credentials,
  clusterIn,
  ensureCluster,
  keepCredentials,
  ownerUrlOf,
  postgresEnvironment,
} from './cluster.ts'
import { stopLeftoverPostmaster } from './leftover-postmaster.ts'

export type Postgres = {
  port: number
  /** The superuser's address of the database `postgres`. */
  ownerUrl: string
  /** Process id of the postmaster. */
  pid: number
  /** Resolves when the postmaster has exited for any reason. */
  ended: Promise<unknown>
  /** Closes connections, flushes all data and resolves when the postmaster has exited. */
  stop: () => Promise<void>
}

export type PostgresOptions = {
  /** A directory locked for this process: see lockDataDirectory. */
  dataDirectory: string
  log: Pick<Log, 'info' | 'warn'>
  /** Default: the port of the last start if it is free, else any. */
  port?: number
  /** Additional settings of postgresql.conf. */
  settings?: Readonly<Record<string, string>>
  binaries?: PostgresBinaries
}

const attempts = 5
const startMilliseconds = 60_000

/**
 * Starts PostgreSQL on 127.0.0.1 with its data under `dataDirectory`, which the first start creates. It
 * ends with this process, even if that is killed. Throws StartError if it cannot start.
 */
export const startPostgres = async (options: PostgresOptions): Promise<Postgres> => {
  const started = performance.now()
  const dataDirectory = resolve(options.dataDirectory)
  mkdirSync(dataDirectory, { recursive: true })
  const cluster = clusterIn(dataDirectory)
  const binaries = options.binaries ?? findPostgresBinaries()
  const account = chooseAccount({
    cluster,
    trial: [binaries.initdb, '--show', `--pgdata=${cluster}`],
  })
  await stopLeftoverPostmaster(cluster)
  const credentials = await ensureCluster({ dataDirectory, binaries, account })
  const postgres = await launch({ ...options, dataDirectory, binaries, account, credentials })
  options.log.info(
    { port: postgres.port, milliseconds: Math.round(performance.now() - started) },
    'PostgreSQL is ready',
  )
  return postgres
}

type Launch = PostgresOptions & {
  binaries: PostgresBinaries
  account: Account
  credentials: Credentials
}

// Another process may take the port first, and the processes of a killed postmaster need a moment to exit;
// a retry solves both.
const launch = async (launch: Launch): Promise<Postgres> => {
  const logFile = join(launch.dataDirectory, 'postgres.log')
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const port = launch.port ?? (await freePort(launch.credentials.port))
    const child = spawnPostmaster(launch, { port, logFile })
    const callOff = endWithParent(child, 'INT')
    const exited = once(child, 'exit')
    const ownerUrl = ownerUrlOf({ ...launch.credentials, port })
    const outcome = await outcomeOf(ownerUrl, child)
    if (outcome === 'ready') {
      if (port !== launch.credentials.port)
        keepCredentials(launch.dataDirectory, { ...launch.credentials, port })
      const stop = stopper({ child, callOff, exited, log: launch.log })
      return { port, ownerUrl, pid: child.pid ?? 0, ended: exited, stop }
    }
    await stopper({ child, callOff, exited, log: launch.log })()
    if (outcome === 'wrong password') break
    await delay(attempt * 100)
  }
  throw new StartError(`PostgreSQL did not start: ${lastComplaint(logFile)} (${logFile})`)
}

const spawnPostmaster = (
  { account, binaries, dataDirectory, settings }: Launch,
  { port, logFile }: { port: number; logFile: string },
): ChildProcess => {
  const all = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '100',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] %q%u@%d ',
    ...settings,
  }
  const { command, args, options } = account.commandLine(binaries.postgres, [
    '-D',
    clusterIn(dataDirectory),
    ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ])
  const output = openSync(logFile, 'a', 0o600)
  try {
    // In its own process group, so that Ctrl+C in the terminal does not end it before the services.
    const child = spawn(command, args, {
      ...options,
      cwd: '/',
      env: postgresEnvironment,
      detached: true,
      stdio: ['ignore', output, output],
    })
    child.unref()
    return child
  } finally {
    closeSync(output)
  }
}

const isRunning = (child: ChildProcess): boolean =>
  child.exitCode === null && child.signalCode === null

const outcomeOf = async (
  url: string,
  child: ChildProcess,
): Promise<'ready' | 'wrong password' | 'failed'> => {
  const deadline = performance.now() + startMilliseconds
  while (isRunning(child) && performance.now() < deadline) {
    const refusal = await refusalOf(url)
    if (refusal === null && isRunning(child)) return 'ready'
    if (refusal === wrongPassword) return 'wrong password'
    await delay(20)
  }
  return 'failed'
}

const wrongPassword = '28P01'

/** Tries to connect; returns null or the error code. */
const refusalOf = async (url: string): Promise<string | null> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return null
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? ''
  } finally {
    await client.end().catch(() => {})
  }
}

const stopper = (running: {
  child: ChildProcess
  callOff: () => void
  exited: Promise<unknown>
  log: PostgresOptions['log']
}): (() => Promise<void>) => {
  const { child, callOff, exited, log } = running
  let isWanted = false
  child.once('exit', (code, signal) => {
    if (!isWanted) log.warn({ code, signal }, 'PostgreSQL exited unexpectedly')
  })
  return async () => {
    isWanted = true
    if (isRunning(child)) child.kill('SIGINT')
    callOff()
    const patience = setTimeout(() => child.kill('SIGQUIT'), 20_000)
    await exited
    clearTimeout(patience)
  }
}

const lastComplaint = (logFile: string): string => {
  const complaint = readFileSync(logFile, 'utf8')
    .match(/(?:FATAL|PANIC):\s+(.*)/g)
    ?.at(-1)
  return complaint ?? 'it gave no reason'
}
