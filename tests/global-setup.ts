import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseServices, migrate } from '@answerable/infra/migrate/migrate'
import { createLog } from '@answerable/service-kit/log'
import type { DatabaseServer } from '@answerable/service-kit/testing/database'
import { type Postgres, startPostgres } from '@answerable/site/postgres/postgres'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startNats, startRedis } from './tools/servers.ts'

const log = createLog({ service: 'tests', level: 'warn' })
const template = 'answerable_template'

/** Starts one PostgreSQL, NATS and Redis for all test files. Returns a function that stops them. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'answerable-tests-'))
  chmodSync(dataDirectory, 0o711)
  const [postgres, nats, redis] = await Promise.all([
    startPostgres({ dataDirectory, log, settings }),
    startNats(),
    startRedis(),
  ])
  project.provide('databaseServer', await makeTemplate(postgres))
  project.provide('natsUrl', nats.url)
  project.provide('redisUrl', redis.url)
  return async () => {
    await Promise.all([postgres.stop(), nats.stop(), redis.stop()])
    rmSync(dataDirectory, { recursive: true, force: true })
  }
}

// The data is temporary, so durability is off; all other settings are those of the product.
const settings = { fsync: 'off', full_page_writes: 'off' }

const makeTemplate = async ({ ownerUrl }: Postgres): Promise<DatabaseServer> => {
  const passwords = Object.fromEntries(
    databaseServices.map((service) => [service, `password of ${service}`]),
  )
  await migrate({ ownerUrl, database: template, passwords, log })
  await postponeSnapshots(ownerUrl)
  return { ownerUrl, template, passwords }
}

/** One at 02:00 would be of half-filled databases. Tests of snapshots let them be due. */
const postponeSnapshots = async (ownerUrl: string): Promise<void> => {
  const url = new URL(ownerUrl)
  url.pathname = template
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  await client.query(`UPDATE catalog.snapshot_schedule SET due_at = 'infinity'`)
  await client.end()
}
