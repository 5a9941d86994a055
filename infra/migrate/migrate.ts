import { join } from 'node:path'
import type { Db } from '@answerable/service-kit/db'
import type { Log } from '@answerable/service-kit/log'
import pg from 'pg'
import { closeDatabase, ensureExtensions, ensureRole, ensureSchema } from './roles.ts'
import { MigrationError, runMigrations } from './run-migrations.ts'

/** The services with tables. */
export const databaseServices = [
  'auth',
  'catalog',
  'moderation',
  'diagnostics',
  'notifications',
  'evidence',
] as const

export type MigrateOptions = {
  /** URL of the server for a role that may create roles and databases; its database is ignored. */
  ownerUrl: string
  /** The database to migrate, created if missing. */
  database: string
  /** Password of each service's login role, by service. */
  passwords: Readonly<Record<string, string>>
  log: Pick<Log, 'info' | 'debug' | 'error'>
  /** The migrations directory of a service. */
  migrationsOf?: (service: string) => string
  /** How long a migration waits for locks; ten minutes by default. */
  patienceMilliseconds?: number
}

// One lock for all migrations, because roles belong to the server; the number is arbitrary.
const lockKey = 7_214_650_931

/**
 * Migrates a database: roles, schemas, rights, then each service's migrations. A repeated run has no
 * effect; a concurrent run waits for the first.
 */
export const migrate = async (options: MigrateOptions): Promise<void> => {
  const { ownerUrl, database, passwords, migrationsOf: directoryOf = migrationsOf } = options
  await connected(databaseAt(ownerUrl, 'postgres'), async (server) => {
    await server.query('SELECT pg_advisory_lock($1)', [lockKey])
    for (const service of databaseServices)
      await ensureRole(server, service, passwordOf(passwords, service))
    await ensureDatabase(server, database)
    await connected(databaseAt(ownerUrl, database), async (db) => {
      await closeDatabase(db, database, databaseServices)
      await ensureExtensions(db)
      for (const service of databaseServices) {
        await ensureSchema(db, service)
        await runMigrations(db, { ...options, service, directory: directoryOf(service) })
      }
    })
  })
}

/** The same server and credentials with another database. */
export const databaseAt = (url: string, database: string): string => {
  const address = new URL(url)
  address.pathname = `/${encodeURIComponent(database)}`
  return address.href
}

const connected = async (url: string, work: (db: pg.Client) => Promise<void>): Promise<void> => {
  const client = new pg.Client({ connectionString: url, application_name: 'migrate' })
  client.on('error', () => {})
  try {
    await client.connect()
    await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

const passwordOf = (passwords: Readonly<Record<string, string>>, service: string): string => {
  const password = passwords[service]
  if (password === undefined || password === '')
    throw new MigrationError(`The database password of ${service} is missing`)
  return password
}

const ensureDatabase = async (server: Db, database: string): Promise<void> => {
  const { rowCount } = await server.query('SELECT 1 FROM pg_database WHERE datname = $1', [
    database,
  ])
  if (rowCount !== 0) return
  // The builtin locale sorts the same on every machine.
  await server.query(
    `CREATE DATABASE ${pg.escapeIdentifier(database)} TEMPLATE template0 ENCODING 'UTF8'
       LOCALE 'C' LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8'`,
  )
}

export const migrationsOf = (service: string): string =>
  join(import.meta.dirname, '../../services', service, 'migrations')
