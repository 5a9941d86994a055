import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type ServiceName, serviceNames } from '@answerable/contracts/route'
import { databaseAt, migrate } from '@answerable/infra/migrate/migrate'
import { codeKey, webhookKey } from '@answerable/infra/secrets/derived'
import { passportKeysFor } from '@answerable/service-kit/calls/passport'
import type { Environment } from '@answerable/service-kit/config'
import { createLog } from '@answerable/service-kit/log'
import { testMasterKey } from '@answerable/service-kit/testing/service'
import { until } from '@answerable/service-kit/testing/until'
import { freePort } from '@answerable/site/free-port'
import { expect, inject } from 'vitest'
import { startNats, startRedis } from '../tools/servers.ts'

export type Programs = {
  /** URL of the gateway. */
  url: string
  /** URL of the database for its superuser. */
  ownerUrl: string
  metricsOf: (name: ServiceName) => Promise<string>
  /** The log lines of all programs so far. */
  lines: readonly Record<string, unknown>[]
  stop: () => Promise<void>
}

/** Gateway and services as separate programs, with NATS, Redis and a database of their own. */
export const startPrograms = async (environment: Environment): Promise<Programs> => {
  const { ownerUrl, passwords } = inject('databaseServer')
  const database = `programs_${randomBytes(4).toString('hex')}`
  const log = createLog({ service: 'test', level: 'silent' })
  const [nats, redis] = await Promise.all([startNats(), startRedis()])
  await migrate({ ownerUrl, database, passwords, log })
  const ports = await freePorts()
  const metricsPorts = await freePorts()

  const databaseUrl = (service: ServiceName): string => {
    const url = new URL(databaseAt(ownerUrl, database))
    url.username = service
    url.password = passwords[service] ?? ''
    return url.href
  }
  const settingsOf = (name: ServiceName): Environment => ({
    PORT: String(ports[name]),
    METRICS_PORT: String(metricsPorts[name]),
    LOG_LEVEL: 'debug',
    PASSPORT_KEYS: passportKeysFor(testMasterKey, name),
    NATS_URL: nats.url,
    REDIS_URL: redis.url,
    DATABASE_URL: databaseUrl(name),
    CODE_KEY: codeKey(testMasterKey),
    WEBHOOK_KEY: webhookKey(testMasterKey),
    CHECK_SOURCES: 'off',
    ...Object.fromEntries(
      serviceNames.map((service) => [`${service.toUpperCase()}_URL`, local(ports[service])]),
    ),
    ...environment,
  })
  const settings = Object.fromEntries(serviceNames.map((name) => [name, settingsOf(name)]))
  const child = spawn(process.execPath, [join(import.meta.dirname, 'site-process.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, PROGRAMS: JSON.stringify(settings) },
  })
  const lines: Record<string, unknown>[] = []
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(JSON.parse(line)))

  const stop = async (): Promise<void> => {
    const ended = once(child, 'exit')
    if (child.kill('SIGKILL')) await ended
    await Promise.all([nats.stop(), redis.stop()])
  }
  await until(() => allReady(Object.values(ports))).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return {
    url: local(ports.gateway),
    ownerUrl: databaseAt(ownerUrl, database),
    metricsOf: async (name) => (await fetch(`${local(metricsPorts[name])}/metrics`)).text(),
    lines,
    stop,
  }
}

const local = (port: number): string => `http://127.0.0.1:${port}`

const freePorts = async (): Promise<Record<ServiceName, number>> =>
  Object.fromEntries(
    await Promise.all(serviceNames.map(async (name) => [name, await freePort()] as const)),
  ) as Record<ServiceName, number>

const allReady = async (ports: readonly number[]): Promise<void> => {
  const responses = await Promise.all(ports.map((port) => fetch(`${local(port)}/ready`)))
  expect(responses.map(({ status }) => status)).toEqual(ports.map(() => 200))
}
