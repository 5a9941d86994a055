import type { ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { livePath } from '@answerable/contracts/live'
import { type ServiceName, serviceNames } from '@answerable/contracts/route'
import { databaseAt, migrate } from '@answerable/infra/migrate/migrate'
import {
  codeKey,
  database,
  databasePasswords,
  serviceDatabaseUrl,
  webhookKey,
} from '@answerable/infra/secrets/derived'
import {
  passportKeysFor,
  readPassportKeys,
  signPassport,
} from '@answerable/service-kit/calls/passport'
import type { Environment } from '@answerable/service-kit/config'
import { createLog } from '@answerable/service-kit/log'
import { freePort } from '@answerable/site/free-port'
import { startPostgres } from '@answerable/site/postgres/postgres'
import { startNats, startRedis } from '../../tests/tools/servers.ts'
import { compile, compileCache, end, ready, runProgram, sourcesOf } from './programs.ts'

/** The site as in containers: one process per program, durable commits, NATS, Redis. */
export type Stack = {
  /** URL of the gateway. */
  url: string
  urls: Readonly<Record<ServiceName, string>>
  /** URL of the database for its owner. */
  ownerUrl: string
  pids: Readonly<Record<ServiceName | 'postgres' | 'nats' | 'redis', number>>
  /** URL of the database for the catalog's role. */
  catalogDatabaseUrl: string
  natsUrl: string
  /** Port of the NATS server's monitoring. */
  natsMonitoringPort: number
  redisUrl: string
  /** The log of all programs; PostgreSQL has its own. */
  logFile: string
  databaseLogFile: string
  /** The settings of a program, except its port. */
  environmentOf: (name: ServiceName) => Environment
  /** A passport for a websocket to realtime, valid for half a minute. */
  socketPassport: () => string
  /** Starts another instance of a program. */
  startAnother: (name: ServiceName, environment: Environment) => Promise<Program>
  /** Gives gateway and realtime priority over the programs behind them, as the Compose setup does. */
  favourDoors: () => void
  /** Ends all programs except the servers behind them and starts them again, with changed settings. */
  restart: (environment?: Environment) => Promise<void>
  /** Pauses the programs. */
  freeze: () => void
  thaw: () => void
  stop: () => Promise<void>
}

export type Program = { url: string; pid: number; stop: () => Promise<void> }

const masterKey = 'a key for measurements only, of enough length'
const gatewayKeys = readPassportKeys(passportKeysFor(masterKey, 'gateway')) ?? new Map()
const socketCall = {
  issuer: 'gateway',
  audience: 'realtime',
  method: 'GET',
  path: livePath,
  viewer: null,
  client: null,
} as const

export const startStack = async (): Promise<Stack> => {
  const directory = mkdtempSync(join(tmpdir(), 'answerable-bench-'))
  // PostgreSQL may run under an account of its own.
  chmodSync(directory, 0o711)
  const undo: (() => Promise<unknown>)[] = [
    async () => rmSync(directory, { recursive: true, force: true }),
  ]
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    const log = createLog({ service: 'bench', level: 'silent' })
    const postgres = await startPostgres({
      dataDirectory: join(directory, 'data'),
      log,
      settings: { shared_buffers: '512MB', max_wal_size: '4GB' },
    })
    undo.push(postgres.stop)
    await migrate({
      ownerUrl: postgres.ownerUrl,
      database,
      passwords: databasePasswords(masterKey),
      log,
    })
    const natsMonitoringPort = await freePort()
    const [nats, redis] = await Promise.all([
      startNats({ monitoringPort: natsMonitoringPort }),
      startRedis(),
    ])
    undo.push(nats.stop, redis.stop)
    const ports = {} as Record<ServiceName, number>
    for (const name of serviceNames) ports[name] = await freePort()
    const urls = mapNames((name) => `http://127.0.0.1:${ports[name]}`)
    const environmentOf = (service: ServiceName): Environment => ({
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: compileCache,
      TRUST_PROXY_HOPS: '1',
      MAX_SOCKETS: '20000',
      NATS_URL: nats.url,
      REDIS_URL: redis.url,
      DATABASE_URL: serviceDatabaseUrl({ ownerUrl: postgres.ownerUrl, service, masterKey }),
      PASSPORT_KEYS: passportKeysFor(masterKey, service),
      CODE_KEY: codeKey(masterKey),
      WEBHOOK_KEY: webhookKey(masterKey),
      CHECK_SOURCES: 'off',
      ...Object.fromEntries(serviceNames.map((name) => [`${name.toUpperCase()}_URL`, urls[name]])),
    })
    const logFile = join(directory, 'log')
    const run = (name: ServiceName, environment: Environment): ChildProcess =>
      runProgram(join(sourcesOf(name), 'main.ts'), environment, logFile)
    await Promise.all(serviceNames.map(compile))
    const pids = {
      ...mapNames(() => 0),
      postgres: postgres.pid,
      nats: nats.pid,
      redis: redis.pid,
    }
    let children: ChildProcess[] = []
    const startAll = async (environment: Environment = {}): Promise<void> => {
      children = serviceNames.map((name) => {
        const port = String(ports[name])
        const child = run(name, { ...environmentOf(name), ...environment, PORT: port })
        pids[name] = child.pid ?? 0
        return child
      })
      await Promise.all(Object.values(urls).map(ready)).catch((error: unknown) => {
        throw new Error(readFileSync(logFile, 'utf8').slice(-2_000), { cause: error })
      })
    }
    const endAll = () => Promise.all(children.map(end))
    undo.push(endAll)
    await startAll()
    const signal = (what: NodeJS.Signals) => () => {
      for (const child of children) child.kill(what)
    }
    return {
      url: urls.gateway,
      urls,
      ownerUrl: databaseAt(postgres.ownerUrl, database),
      catalogDatabaseUrl:
        serviceDatabaseUrl({ ownerUrl: postgres.ownerUrl, service: 'catalog', masterKey }) ?? '',
      pids,
      natsUrl: nats.url,
      natsMonitoringPort,
      redisUrl: redis.url,
      logFile,
      databaseLogFile: join(directory, 'data', 'postgres.log'),
      environmentOf,
      socketPassport: () => signPassport(gatewayKeys, socketCall),
      startAnother: async (name, environment) => {
        const port = await freePort()
        const child = run(name, {
          ...environmentOf(name),
          ...environment,
          PORT: String(port),
        })
        const url = `http://127.0.0.1:${port}`
        await ready(url).catch(async (error: unknown) => {
          await end(child)
          throw error
        })
        return { url, pid: child.pid ?? 0, stop: () => end(child) }
      },
      favourDoors: () => {
        for (const name of behindTheDoors) setPriority(pids[name], niceness)
      },
      restart: async (environment) => {
        await endAll()
        await startAll(environment)
      },
      freeze: signal('SIGSTOP'),
      thaw: signal('SIGCONT'),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/**
 * Replace the cpu_shares of the Compose setup. PostgreSQL is excluded: each of its connections is a
 * session, and between sessions Linux may ignore niceness.
 */
const behindTheDoors = [
  'auth',
  'catalog',
  'moderation',
  'diagnostics',
  'notifications',
  'evidence',
] as const
const niceness = 10

const mapNames = <Value>(make: (name: ServiceName) => Value): Record<ServiceName, Value> =>
  Object.fromEntries(serviceNames.map((name) => [name, make(name)])) as Record<ServiceName, Value>
