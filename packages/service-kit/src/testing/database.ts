import { randomBytes } from 'node:crypto'
import type { ServiceName } from '@answerable/contracts/route'
import pg from 'pg'
import { inject } from 'vitest'
import { patientUrl } from './patient-url.ts'

/** Servers that tests/global-setup.ts starts once for all test files. */
declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: DatabaseServer
    natsUrl: string
    redisUrl: string
  }
}

export type DatabaseServer = {
  /** The superuser's URL of the server. */
  ownerUrl: string
  /** A migrated database without connections, used as template. */
  template: string
  /** Passwords by service. */
  passwords: Readonly<Record<string, string>>
}

export type TestDatabase = {
  /** For the service's role, with long time limits, so that slow machines pass. */
  url: string
  /** For the service's role, with the time limits of production. */
  strictUrl: string
  /** For the superuser, with long time limits. */
  ownerUrl: string
  drop: () => Promise<void>
}

/** A migrated, empty database for one test file. */
export const cloneDatabase = async (service: ServiceName): Promise<TestDatabase> => {
  const { ownerUrl, template, passwords } = inject('databaseServer')
  const database = `${service}_${randomBytes(6).toString('hex')}`
  // Copied files cost less than half the CPU time of the default, which writes every page to the WAL.
  await asOwner(ownerUrl, `CREATE DATABASE ${database} TEMPLATE ${template} STRATEGY file_copy`)
  const strictUrl = addressOf(ownerUrl, {
    database,
    user: service,
    password: passwords[service] ?? '',
  })
  return {
    url: patientUrl(strictUrl),
    strictUrl,
    ownerUrl: patientUrl(addressOf(ownerUrl, { database })),
    drop: () => asOwner(ownerUrl, `DROP DATABASE IF EXISTS ${database} WITH (FORCE)`),
  }
}

const asOwner = async (url: string, statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

const addressOf = (
  serverUrl: string,
  part: { database: string; user?: string; password?: string },
): string => {
  const url = new URL(serverUrl)
  url.pathname = `/${part.database}`
  if (part.user !== undefined) url.username = part.user
  if (part.password !== undefined) url.password = part.password
  return url.href
}
