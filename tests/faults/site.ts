import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ServiceName, serviceNames } from '@answerable/contracts/route'
import { databaseAt, migrate } from '@answerable/infra/migrate/migrate'
import { codeKey, database, databasePasswords, webhookKey } from '@answerable/infra/secrets/derived'
import { writeSecrets } from '@answerable/infra/secrets/files'
import type { Environment } from '@answerable/service-kit/config'
import { createLog } from '@answerable/service-kit/log'
import { freePort } from '@answerable/site/free-port'
import { keepPostgresRunning } from '@answerable/site/postgres/keeper'
import { findNatsServer } from '../tools/nats-server.ts'
import { findRedisServer } from '../tools/redis-server.ts'
import { type Instances, isReady, nameOf, openInstances, openNameFile } from './instances.ts'
import { type Link, type Mood, openLink } from './link.ts'
import { isListening, supervise, until } from './program.ts'

type StoreName = 'postgres' | 'nats' | 'redis'
export type PartName = ServiceName | StoreName
export const parts = [...serviceNames, 'postgres', 'nats', 'redis'] as const

/** Number of instances of each program; one by default. */
const counts: Partial<Record<ServiceName, number>> = { catalog: 2, realtime: 2 }

type Store = {
  readonly port: number
  readonly kill: () => void
  readonly stop: () => Promise<unknown>
}

/** The real site as separate processes, without containers. */
export type FaultSite = {
  readonly gatewayUrls: () => readonly string[]
  readonly ownerUrl: string
  /** For files of the test; removed at the stop. */
  readonly directory: string
  /** The lines that the services have logged since then. */
  readonly logSince: (time: Date) => string[]
  /** Sends SIGKILL to one instance; a supervisor restarts it. */
  readonly kill: (part: PartName) => void
  /** Whether a store accepts connections. */
  readonly isUp: (store: StoreName) => Promise<boolean>
  /** Changes the links on which other programs reach this one; the site must have been started with links. */
  readonly setMood: (part: Exclude<PartName, 'gateway'>, mood: Mood) => void
  readonly instances: Readonly<Record<ServiceName, Instances>>
  readonly stop: () => Promise<void>
}

const masterKey = 'a key for tests of faults only, of enough length'

export const startFaultSite = async ({
  isLinked,
  environment = {},
  code,
  openPooler,
}: {
  isLinked: boolean
  /** Further settings, by service. */
  environment?: Partial<Record<ServiceName, Environment>>
  /** Directory of the code of the first instances; by default this one. The database is always migrated by this one. */
  code?: string
  /** Starts a pooler, through which the services reach PostgreSQL; returns its port. */
  openPooler?: (ownerUrl: string, directory: string) => Promise<{ port: number }>
}): Promise<FaultSite> => {
  const directory = mkdtempSync(join(tmpdir(), 'answerable-faults-'))
  // PostgreSQL may run under an account of its own.
  chmodSync(directory, 0o711)
  const undo: (() => Promise<unknown>)[] = [
    async () => rmSync(directory, { recursive: true, force: true }),
  ]
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    const secrets = join(directory, 'secrets')
    mkdirSync(secrets, { mode: 0o700 })
    writeSecrets(secrets, masterKey)

    const log = createLog({ service: 'faults', level: 'silent' })
    const dataDirectory = join(directory, 'data')
    const keeper = await keepPostgresRunning({ dataDirectory, log })
    undo.push(keeper.stop)
    const passwords = databasePasswords(masterKey)
    await migrate({ ownerUrl: keeper.ownerUrl, database, passwords, log })
    const postgres: Store = {
      port: Number(new URL(keeper.ownerUrl).port),
      kill: () => process.kill(postmasterIn(dataDirectory), 'SIGKILL'),
      stop: keeper.stop,
    }
    const nats = await startNats(directory, secrets)
    undo.push(nats.stop)
    const redis = await startRedis(directory, secrets)
    undo.push(redis.stop)

    const stores: Record<StoreName, Store> = { postgres, nats, redis }
    const links = {} as Record<StoreName, Link>
    const ports = {} as Record<StoreName, number>
    for (const name of ['postgres', 'nats', 'redis'] as const) {
      ports[name] = stores[name].port
      if (!isLinked) continue
      ports[name] = await freePort()
      const [from, to] = [ports[name], stores[name].port].map(onLoopback)
      if (from === undefined || to === undefined) throw new Error('no way')
      links[name] = await openLink(from, to)
      undo.push(links[name].close)
    }

    if (openPooler !== undefined)
      ports.postgres = (await openPooler(keeper.ownerUrl, directory)).port

    const names = openNameFile(directory)
    const servicePorts = {} as Record<ServiceName, number>
    for (const service of serviceNames) servicePorts[service] = await freePort()
    const environmentOf = (service: ServiceName): Environment => ({
      PATH: process.env.PATH,
      NODE_OPTIONS: `--import ${import.meta.resolve('./name-service.ts')}`,
      NODE_COMPILE_CACHE: join(import.meta.dirname, '../../.cache/compile'),
      NAMES_FILE: names.path,
      LOG_LEVEL: 'warn',
      TRUST_PROXY_HOPS: '1',
      PASSPORT_KEYS_FILE: join(secrets, service, 'passport-keys'),
      NATS_URL: at(ports.nats, secrets, service, 'nats-url'),
      ...(service === 'gateway'
        ? { REDIS_URL: at(ports.redis, secrets, service, 'redis-url') }
        : {}),
      ...(passwords[service] === undefined
        ? {}
        : { DATABASE_URL: at(ports.postgres, secrets, service, 'database-url') }),
      CODE_KEY: codeKey(masterKey),
      WEBHOOK_KEY: webhookKey(masterKey),
      CHECK_SOURCES: 'off',
      ...environment[service],
      ...Object.fromEntries(
        serviceNames.map((name) => [
          `${name.toUpperCase()}_URL`,
          `http://${nameOf(name)}:${servicePorts[name]}`,
        ]),
      ),
    })
    const instances = {} as Record<ServiceName, Instances>
    undo.push(() => Promise.all(Object.values(instances).map((each) => each.stop())))
    for (const service of serviceNames) {
      instances[service] = openInstances({
        service,
        port: servicePorts[service],
        names,
        environment: environmentOf(service),
        directory,
        isLinked: isLinked && service !== 'gateway',
      })
      const count = process.platform === 'linux' ? (counts[service] ?? 1) : 1
      for (let each = 0; each < count; each += 1) await instances[service].add(code)
    }
    await until('the site is ready', async () => {
      const urls = serviceNames.flatMap((service) => instances[service].urls())
      return (await Promise.all(urls.map(isReady))).every(Boolean)
    })
    return {
      gatewayUrls: instances.gateway.urls,
      ownerUrl: databaseAt(keeper.ownerUrl, database),
      directory,
      logSince: (time) =>
        serviceNames.flatMap((service) => linesSince(join(directory, `${service}.log`), time)),
      kill: (part) => (isStore(part) ? stores[part] : instances[part]).kill(),
      isUp: (store) => isListening(stores[store].port),
      setMood: (part, mood) => (isStore(part) ? links[part] : instances[part]).setMood(mood),
      instances,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Lines that are no JSON, as of a crash, are included whenever they were written. */
const linesSince = (file: string, time: Date): string[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => {
      const [, written] = /"time":"([^"]+)"/.exec(line) ?? []
      return line !== '' && (written === undefined || written >= time.toISOString())
    })

const isStore = (part: PartName): part is StoreName =>
  part === 'postgres' || part === 'nats' || part === 'redis'

const onLoopback = (port: number) => ({ host: '127.0.0.1', port })

/** The URL from a container's secrets, with a port of this machine. */
const at = (port: number, secrets: string, service: ServiceName, file: string): string => {
  const url = new URL(readFileSync(join(secrets, service, file), 'utf8'))
  url.host = `127.0.0.1:${port}`
  return url.href
}

const postmasterIn = (dataDirectory: string): number =>
  Number(readFileSync(join(dataDirectory, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])

/** The shipped configuration, with only paths and ports replaced. */
const startNats = async (directory: string, secrets: string): Promise<Store> => {
  const [port, monitoringPort] = [await freePort(), await freePort()]
  const configuration = join(secrets, 'nats/nats.conf')
  const shipped = readFileSync(join(import.meta.dirname, '../../infra/nats/nats.conf'), 'utf8')
  writeFileSync(configuration, shipped.replace('/data', join(directory, 'nats')))
  return startStore(port, {
    command: findNatsServer(),
    args: [
      '-c',
      configuration,
      '-a',
      '127.0.0.1',
      '-p',
      String(port),
      '-m',
      String(monitoringPort),
    ],
    logFile: join(directory, 'nats.log'),
  })
}

const startRedis = async (directory: string, secrets: string): Promise<Store> => {
  const port = await freePort()
  const configuration = join(secrets, 'redis/redis.conf')
  const shipped = readFileSync(join(import.meta.dirname, '../../infra/redis/redis.conf'), 'utf8')
  writeFileSync(configuration, shipped.replace('/run/secrets', join(secrets, 'redis')))
  return startStore(port, {
    command: findRedisServer(),
    args: [configuration, '--port', String(port), '--bind', '127.0.0.1', '--dir', directory],
    logFile: join(directory, 'redis.log'),
  })
}

const startStore = async (
  port: number,
  options: { command: string; args: readonly string[]; logFile: string },
): Promise<Store> => {
  const program = supervise({ ...options, env: { PATH: process.env.PATH } })
  await until(`something listens on ${port}`, () => isListening(port))
  return { port, kill: program.kill, stop: program.stop }
}
