import { type ServiceName, serviceNames } from '@answerable/contracts/route'
import { deriveKey, passportKeysFor } from '@answerable/service-kit/calls/passport'
import { databaseAt, databaseServices } from '../migrate/migrate.ts'

export const database = 'answerable'

/** The password of every service's role. */
export const databasePasswords = (masterKey: string): Record<string, string> =>
  Object.fromEntries(
    databaseServices.map((service) => [service, databasePassword(service, masterKey)]),
  )

/** The database URL of a service's role; undefined for services without tables. */
export const serviceDatabaseUrl = (options: {
  ownerUrl: string
  service: ServiceName
  masterKey: string
}): string | undefined => {
  const { ownerUrl, service, masterKey } = options
  if (!databaseServices.some((name) => name === service)) return undefined
  const url = new URL(databaseAt(ownerUrl, database))
  url.username = service
  url.password = databasePassword(service, masterKey)
  return url.href
}

/** The CODE_KEY of auth. */
export const codeKey = (masterKey: string): string => derivedText(masterKey, 'sign-in codes')

/** The WEBHOOK_KEY of evidence. */
export const webhookKey = (masterKey: string): string => derivedText(masterKey, 'webhook secrets')

/** The key of a development site's mailbox. */
export const mailboxKey = (masterKey: string): string => derivedText(masterKey, 'mailbox')

/**
 * URLs of the operator's own servers, which replace those of the Compose setup. If NATS_URL names no account, each
 * service has the account of infra/nats/nats.conf.
 */
export type OwnServers = {
  DATABASE_URL?: string | undefined
  NATS_URL?: string | undefined
  REDIS_URL?: string | undefined
}

/**
 * The secret files of every container of docker-compose.yml, by container and file name. No container gets
 * the master key or another's secret.
 */
export const containerSecrets = (
  masterKey: string,
  { DATABASE_URL, NATS_URL, REDIS_URL }: OwnServers = {},
): Record<string, Record<string, string>> => {
  const ownerPassword = derivedText(masterKey, 'database owner')
  const ownerUrl = databaseAt(
    DATABASE_URL ?? `postgres://postgres:${ownerPassword}@postgres:5432`,
    database,
  )
  const redisPassword = derivedText(masterKey, 'redis')
  const gatewaySecrets = {
    'redis-url': REDIS_URL ?? `redis://:${redisPassword}@redis:6379`,
    'mailbox-key': mailboxKey(masterKey),
  }
  const natsPassword = (service: ServiceName) => derivedText(masterKey, `nats ${service}`)
  const secretsOf = (service: ServiceName): Record<string, string> => {
    const databaseUrl = serviceDatabaseUrl({ ownerUrl, service, masterKey })
    return {
      'passport-keys': passportKeysFor(masterKey, service),
      'nats-url': withNatsAccount(NATS_URL ?? 'nats://nats:4222', service, natsPassword(service)),
      ...(databaseUrl === undefined ? {} : { 'database-url': databaseUrl }),
      ...(service === 'auth' ? { 'code-key': codeKey(masterKey) } : {}),
      ...(service === 'evidence' ? { 'webhook-key': webhookKey(masterKey) } : {}),
      ...(service === 'gateway' ? gatewaySecrets : {}),
    }
  }
  const passwordFiles = Object.entries(databasePasswords(masterKey)).map(
    ([service, password]) => [`${service}-db-password`, password] as const,
  )
  const natsVariables = serviceNames.map(
    (service) => `${service.toUpperCase()}_PASSWORD: "${natsPassword(service)}"\n`,
  )
  return {
    ...Object.fromEntries(serviceNames.map((service) => [service, secretsOf(service)])),
    migrate: { 'database-url': ownerUrl, ...Object.fromEntries(passwordFiles) },
    postgres: { password: ownerPassword },
    nats: { 'passwords.conf': natsVariables.join('') },
    redis: { 'password.conf': `requirepass ${redisPassword}\n` },
  }
}

/** Whether a URL of NATS names the account that all services use. */
export const namesNatsAccount = (url: string): boolean => url.includes('@')

/** The same URL for this account. A URL that names an account is not changed. */
export const withNatsAccount = (url: string, user: string, password: string): string =>
  namesNatsAccount(url) ? url : url.replace('//', `//${user}:${password}@`)

const databasePassword = (service: string, masterKey: string): string =>
  derivedText(masterKey, `database ${service}`)

const derivedText = (masterKey: string, purpose: string): string =>
  deriveKey(masterKey, purpose).toString('base64url')
