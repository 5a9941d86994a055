import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { type ServiceName, serviceNames } from '@answerable/contracts/route'
import { databaseAt, migrate } from '@answerable/infra/migrate/migrate'
import { codeKey, webhookKey } from '@answerable/infra/secrets/derived'
import { passportKeysFor } from '@answerable/service-kit/calls/passport'
import type { Environment } from '@answerable/service-kit/config'
import { createLog } from '@answerable/service-kit/log'
import { testMasterKey } from '@answerable/service-kit/testing/service'
import { freePort } from '@answerable/site/free-port'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Outages, outagesOf } from '../tools/outages.ts'
import { openRoad, type Road } from '../tools/road.ts'
import { startNats, startRedis } from '../tools/servers.ts'

const { ownerUrl, passwords } = inject('databaseServer')
const database = `any_order_${randomBytes(4).toString('hex')}`
const log = createLog({ service: 'test', level: 'silent' })

let nats: Outages
let redis: Outages
let road: Road
let ports: Record<ServiceName, number>
const running = new Map<ServiceName, ChildProcess>()

beforeAll(async () => {
  nats = await outagesOf('nats', startNats)
  redis = await outagesOf('redis', startRedis)
  road = await openRoad(ownerUrl)
  await road.cut()
  ports = Object.fromEntries(
    await Promise.all(serviceNames.map(async (name) => [name, await freePort()] as const)),
  ) as Record<ServiceName, number>
})
afterAll(async () => {
  for (const child of running.values()) child.kill('SIGKILL')
  await road.cut()
  await Promise.all([nats.remove(), redis.remove()])
})

const databaseUrl = (service: ServiceName): string => {
  const url = new URL(databaseAt(ownerUrl, database))
  url.host = new URL(road.url).host
  url.username = service
  url.password = passwords[service] ?? ''
  return url.href
}

const environmentOf = (name: ServiceName): Environment => ({
  PATH: process.env.PATH,
  PORT: String(ports[name]),
  LOG_LEVEL: 'silent',
  PASSPORT_KEYS: passportKeysFor(testMasterKey, name),
  NATS_URL: nats.url,
  REDIS_URL: redis.url,
  DATABASE_URL: databaseUrl(name),
  CODE_KEY: codeKey(testMasterKey),
  WEBHOOK_KEY: webhookKey(testMasterKey),
  CHECK_SOURCES: 'off',
  ADMIN_EMAILS: 'chief@example.org',
  ...Object.fromEntries(
    serviceNames.map((service) => [
      `${service.toUpperCase()}_URL`,
      `http://127.0.0.1:${ports[service]}`,
    ]),
  ),
})

const start = (name: ServiceName): void => {
  const folder = join(import.meta.dirname, '../..', name === 'gateway' ? name : `services/${name}`)
  const child = spawn(process.execPath, [join(folder, 'src/main.ts')], {
    env: environmentOf(name),
    stdio: 'ignore',
  })
  running.set(name, child)
}

const status = async (name: ServiceName, path: string): Promise<number> => {
  const response = await fetch(`http://127.0.0.1:${ports[name]}${path}`).catch(() => null)
  return response?.status ?? 0
}

const statuses = async (path: string): Promise<Record<string, number>> =>
  Object.fromEntries(
    await Promise.all(serviceNames.map(async (name) => [name, await status(name, path)] as const)),
  )

const all = (code: number) => Object.fromEntries(serviceNames.map((name) => [name, code]))

/** Diagnostics depends on no other program. */
const alone = { ...all(503), diagnostics: 200 }

test('programs are live but not ready while their dependencies are down', async () => {
  for (const name of serviceNames) start(name)
  await expect.poll(() => statuses('/live')).toEqual(all(200))
  await expect.poll(() => statuses('/ready')).toEqual(alone)
})

test('without its tables a service is not ready and does not exit', async () => {
  await Promise.all([nats.start(), redis.start(), road.mend()])
  // Realtime needs no database, only the stream that catalog declares.
  await expect.poll(() => statuses('/ready')).toEqual({ ...alone, realtime: 200 })
  expect(await statuses('/live')).toEqual(all(200))
})

test('all are ready after the migrator has run', async () => {
  await migrate({ ownerUrl, database, passwords, log })
  await expect.poll(() => statuses('/ready')).toEqual(all(200))
})

test('SIGTERM ends each with exit code 0', async () => {
  const ends = [...running].map(async ([name, child]) => {
    child.kill('SIGTERM')
    const [code] = await once(child, 'exit')
    return { name, code }
  })
  expect(await Promise.all(ends)).toEqual(serviceNames.map((name) => ({ name, code: 0 })))
  running.clear()
})
