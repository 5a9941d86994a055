import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { catalog } from '@answerable/catalog/service'
import { pathOf, type Route, type RouteInput } from '@answerable/contracts/route'
import type { Viewer } from '@answerable/contracts/sessions'
import { databaseAt, databaseServices, migrate } from '@answerable/infra/migrate/migrate'
import { memoryBus } from '@answerable/service-kit/bus/memory-bus'
import {
  passportHeader,
  passportKeysFor,
  readPassportKeys,
  signPassport,
} from '@answerable/service-kit/calls/passport'
import { createLog } from '@answerable/service-kit/log'
import { memoryRateLimitStore } from '@answerable/service-kit/rate-limit/memory-store'
import { startService } from '@answerable/service-kit/service'
import { type Postgres, startPostgres } from '@answerable/site/postgres/postgres'

/** The catalog service on a PostgreSQL with durable commits. */
export type CatalogOnDisk = {
  postgres: Postgres
  /** The database for its owner. */
  ownerUrl: string
  call: <R extends Route>(route: R, input: RouteInput<R>, viewer: Viewer) => Promise<TimedResponse>
  stop: () => Promise<void>
}

export type TimedResponse = { status: number; body: unknown; startedAt: number; at: number }

const masterKey = 'a key for these tests only, of enough length'
const database = 'durability'

export const startCatalogOnDisk = async (
  settings: Readonly<Record<string, string>>,
): Promise<CatalogOnDisk> => {
  const log = createLog({ service: 'durability', level: 'warn' })
  const dataDirectory = mkdtempSync(join(tmpdir(), 'answerable-durability-'))
  // PostgreSQL may run under an account of its own.
  chmodSync(dataDirectory, 0o711)
  const passwords = Object.fromEntries(databaseServices.map((name) => [name, `of ${name}`]))
  const postgres = await startPostgres({ dataDirectory, log, settings })
  const ownerUrl = databaseAt(postgres.ownerUrl, database)
  await migrate({ ownerUrl: postgres.ownerUrl, database, passwords, log })
  const bus = memoryBus({ log })
  const rateLimitStore = memoryRateLimitStore()
  const service = await startService(
    catalog,
    {
      PORT: '0',
      LOG_LEVEL: 'warn',
      DATABASE_URL: roleUrl(ownerUrl, passwords.catalog ?? ''),
      PASSPORT_KEYS: passportKeysFor(masterKey, 'catalog'),
    },
    { bus, rateLimitStore },
  )
  const agent = new Agent({ keepAlive: true })
  return {
    postgres,
    ownerUrl,
    call: caller(service.url, agent),
    stop: async () => {
      agent.destroy()
      await service.stop()
      await bus.close()
      await rateLimitStore.close()
      await postgres.stop()
      rmSync(dataDirectory, { recursive: true, force: true })
    },
  }
}

const roleUrl = (ownerUrl: string, password: string): string => {
  const url = new URL(ownerUrl)
  url.username = 'catalog'
  url.password = password
  return url.href
}

export const newViewer = (): Viewer => {
  const id = randomUUID()
  return {
    id,
    username: `member-${id.slice(0, 8)}`,
    role: 'member',
    voter: { id, joinedAt: '2026-01-01T00:00:00.000Z' },
  }
}

const now = (): number => performance.timeOrigin + performance.now()

const caller = (url: string, agent: Agent): CatalogOnDisk['call'] => {
  const keys = readPassportKeys(passportKeysFor(masterKey, 'gateway')) ?? new Map()
  return (route, input, viewer) => {
    const { method } = route
    const path = pathOf(route, input)
    const passport = signPassport(keys, {
      issuer: 'gateway',
      audience: 'catalog',
      method,
      path,
      viewer,
      client: { address: '127.0.0.1' },
    })
    const headers = { 'content-type': 'application/json', [passportHeader]: passport }
    return new Promise((resolve, reject) => {
      const startedAt = now()
      const sent = request(new URL(path, url), { method, agent, headers }, (response) => {
        // The earliest time at which the client can know the response.
        const at = now()
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString()
          const body: unknown = text === '' ? undefined : JSON.parse(text)
          resolve({ status: response.statusCode ?? 0, body, startedAt, at })
        })
      })
      sent.once('error', reject)
      sent.end(input.body === undefined ? undefined : JSON.stringify(input.body))
    })
  }
}
