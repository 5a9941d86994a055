import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ServiceName } from '@answerable/contracts/route'
import { deriveKey } from '@answerable/service-kit/passport'
import { databaseAt, databaseServices } from '../migrate/migrate.ts'

export const database = 'answerable'

/** The master key of an embedded site, made at the first start. */
export const keptSecretKey = async (dataDirectory: string): Promise<string> => {
  const file = join(dataDirectory, 'secret-key')
  if (!existsSync(file)) {
    await writeFile(file, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' })
  }
  return (await readFile(file, 'utf8')).trim()
}

/** The password of every service's role, by service. */
export const databasePasswords = (masterKey: string): Record<string, string> =>
  Object.fromEntries(databaseServices.map((service) => [service, passwordOf(service, masterKey)]))

const passwordOf = (service: string, masterKey: string): string =>
  deriveKey(masterKey, `database ${service}`).toString('base64url')

/** The address of the database for a service's own role; undefined for services that keep no tables. */
export const serviceDatabaseUrl = (options: {
  ownerUrl: string
  service: ServiceName
  masterKey: string
}): string | undefined => {
  const { ownerUrl, service, masterKey } = options
  if (!databaseServices.some((name) => name === service)) return undefined
  const url = new URL(databaseAt(ownerUrl, database))
  url.username = service
  url.password = passwordOf(service, masterKey)
  return url.href
}
