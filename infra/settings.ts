import {
  ConfigError,
  databaseConnections,
  databaseUrl,
  type Environment,
  list,
  logLevel,
  natsReplicas,
  natsUrl,
  observabilitySettings,
  parseEnvironment,
  publicOrigin,
  readableFile,
  redisUrl,
  urlOf,
  wholeNumber,
} from '@answerable/service-kit/config'
import { bucketAddress, openDataSettings } from '@answerable/service-kit/snapshot-store/settings'
import * as z from 'zod/mini'
import { checkPrograms } from './program-settings.ts'
import { withNatsAccount } from './secrets/derived.ts'

type Description = {
  /** Formatted for people. */
  default: string
  meaning: string
}

const descriptions = z.registry<Description>()

const described = <Schema extends z.ZodMiniType>(
  schema: Schema,
  description: Description,
): Schema => {
  descriptions.add(schema, description)
  return schema
}

/** The key from which all other secrets are derived. */
const secretKey = z.string().check(
  z.refine((key) => Buffer.byteLength(key) >= 32, {
    error: 'must have at least 32 bytes',
    abort: true,
  }),
  z.refine((key) => isVaried(key), {
    error: 'must be random: its characters repeat (openssl rand -base64 48 makes one)',
  }),
)

const minDistinctCharacters = 8

/**
 * Rejects a repeated character or word. Random keys, including hexadecimal ones, have far more distinct
 * characters.
 */
const isVaried = (key: string): boolean =>
  new Set(key).size >= minDistinctCharacters && !/^(.+?)\1+.{0,16}$/s.test(key)

/** Every setting of the site, in the order of the README's table. Services parse their own of them again. */
const siteSettings = z.object({
  PORT: described(z._default(wholeNumber({ min: 1, max: 65_535 }), 8080), {
    default: '8080',
    meaning: 'Port of the site',
  }),
  HOST: described(z._default(z.string(), '127.0.0.1'), {
    default: '127.0.0.1',
    meaning:
      'Address to listen on. 0.0.0.0 opens it to the network; signing in from other machines then needs an https PUBLIC_ORIGIN',
  }),
  PUBLIC_ORIGIN: described(z.optional(publicOrigin), {
    default: 'http://localhost:$PORT',
    meaning: 'Public URL of the site: http on localhost, or https, which means production',
  }),
  DATABASE_URL: described(z.optional(databaseUrl), {
    default: 'embedded PostgreSQL',
    meaning:
      'URL of a PostgreSQL 18 server to use instead, with the owner role; ?sslmode=verify-full encrypts',
  }),
  AUTH_DB_CONNECTIONS: described(databaseConnections(5), {
    default: '5',
    meaning: 'Connections to PostgreSQL of each instance of auth',
  }),
  CATALOG_DB_CONNECTIONS: described(databaseConnections(9), {
    default: '9',
    meaning: 'Connections to PostgreSQL of each instance of catalog',
  }),
  MODERATION_DB_CONNECTIONS: described(databaseConnections(5), {
    default: '5',
    meaning: 'Connections to PostgreSQL of each instance of moderation',
  }),
  DIAGNOSTICS_DB_CONNECTIONS: described(databaseConnections(2), {
    default: '2',
    meaning: 'Connections to PostgreSQL of each instance of diagnostics',
  }),
  NOTIFICATIONS_DB_CONNECTIONS: described(databaseConnections(4), {
    default: '4',
    meaning: 'Connections to PostgreSQL of each instance of notifications',
  }),
  EVIDENCE_DB_CONNECTIONS: described(databaseConnections(4), {
    default: '4',
    meaning: 'Connections to PostgreSQL of each instance of evidence',
  }),
  NATS_URL: described(z.optional(natsUrl), {
    default: 'in-process bus',
    meaning:
      'NATS server with JetStream, or several of a cluster, as nats://user:password@a:4222,b:4222; tls:// encrypts',
  }),
  NATS_REPLICAS: described(z._default(natsReplicas, 1), {
    default: '1',
    meaning: 'Number of NATS servers that store each event: 1, 3 or 5',
  }),
  REDIS_URL: described(z.optional(redisUrl), {
    default: 'counted in process',
    meaning:
      'Redis server for rate limits, or its sentinels, as redis+sentinel://:password@a:26379,b:26379/name; rediss:// and rediss+sentinel:// encrypt',
  }),
  CA_FILE: described(z.optional(readableFile), {
    default: 'none',
    meaning:
      'PEM file of additional certificates to trust, for your own servers with tls://, rediss://, sslmode=verify-full or smtps://',
  }),
  SMTP_URL: described(z.optional(urlOf('smtp:', 'smtps:')), {
    default: 'mailbox page /dev/mailbox',
    meaning:
      'Mail server, as smtp://user:password@host:port, or smtps:// for TLS from the start; required in production, where smtp:// requires STARTTLS unless the URL ends in ?requireTLS=false',
  }),
  MAIL_FROM: described(z.optional(z.string()), {
    default: 'Answerable <no-reply@localhost>',
    meaning: 'Sender of emails; required in production',
  }),
  SECRET_KEY: described(z.optional(secretKey), {
    default: 'generated and stored in DATA_DIR',
    meaning:
      'Key of at least 32 bytes from which all other secrets are derived; required in production',
  }),
  ADMIN_EMAILS: described(z._default(list, []), {
    default: 'none',
    meaning:
      'Comma-separated email addresses that become administrators when they sign in; revoke with `npm run admin`',
  }),
  ADMIN_PASSKEYS: described(
    z._default(
      z.enum(['optional', 'required'], { error: 'must be optional or required' }),
      'optional',
    ),
    {
      default: 'optional',
      meaning:
        '`required`: administrators cannot decide without a passkey, recommended in production; `optional`: only those who have one need it',
    },
  ),
  ALLOWED_JURISDICTIONS: described(z.optional(z.string()), {
    default: 'global',
    meaning: '`global`, or comma-separated ISO codes of the countries where signing in is possible',
  }),
  FLAG_REVIEW_THRESHOLD: described(z._default(wholeNumber({ min: 1, max: 1_000 }), 3), {
    default: '3',
    meaning: 'Number of open flags from which a submission counts as pending review',
  }),
  ACTIVE_SCORE: described(z._default(wholeNumber({ min: 1, max: 1_000_000 }), 10), {
    default: '10',
    meaning: 'Score from which a boycott can become active',
  }),
  ACTIVE_PARTICIPANTS: described(z._default(wholeNumber({ min: 1, max: 1_000_000 }), 5), {
    default: '5',
    meaning: 'Number of people taking part from which a boycott can become active',
  }),
  GEO_DB_PATH: described(z.optional(readableFile), {
    default: 'bundled country database',
    meaning: 'File with another country database in MaxMind format',
  }),
  TRUST_PROXY_HOPS: described(z._default(wholeNumber({ min: 0, max: 10 }), 0), {
    default: '0',
    meaning: 'Number of proxies in front of the site that add to X-Forwarded-For',
  }),
  DATA_DIR: described(z._default(z.string(), '.data'), {
    default: '.data',
    meaning: 'Directory of the embedded database, the secret key and the open data',
  }),
  OPEN_DATA_STORE: described(openDataSettings.OPEN_DATA_STORE, {
    default: 'in DATA_DIR',
    meaning:
      'Bucket of an S3-compatible server for the snapshots of the open data, as s3://bucket/prefix; requires the next settings',
  }),
  OPEN_DATA_ENDPOINT: described(openDataSettings.OPEN_DATA_ENDPOINT, {
    default: 'none',
    meaning: 'URL of that server without the bucket, such as https://s3.eu-central-1.amazonaws.com',
  }),
  OPEN_DATA_REGION: described(openDataSettings.OPEN_DATA_REGION, {
    default: 'us-east-1',
    meaning: 'Region of that bucket',
  }),
  OPEN_DATA_ACCESS_KEY_ID: described(openDataSettings.OPEN_DATA_ACCESS_KEY_ID, {
    default: 'none',
    meaning: 'Access key ID of an account at that server',
  }),
  OPEN_DATA_SECRET_ACCESS_KEY: described(openDataSettings.OPEN_DATA_SECRET_ACCESS_KEY, {
    default: 'none',
    meaning: 'Secret access key of that account',
  }),
  BACKUP_RECIPIENT: described(
    z.optional(
      z.string().check(
        z.regex(/^\s*age1[a-z0-9]+(\s+age1[a-z0-9]+)*\s*$/, {
          error: 'must be a public key of age (age1…), or several separated by spaces',
        }),
      ),
    ),
    {
      default: 'not encrypted',
      meaning: 'age public key to which backups are encrypted, or several separated by spaces',
    },
  ),
  BACKUP_STORE: described(z.optional(bucketAddress), {
    default: 'none',
    meaning:
      'Bucket of an S3-compatible server for backups, as s3://bucket/prefix; requires BACKUP_RECIPIENT and the next settings',
  }),
  BACKUP_ENDPOINT: described(z.optional(urlOf('https:', 'http:')), {
    default: 'none',
    meaning: 'URL of that server without the bucket',
  }),
  BACKUP_REGION: described(z._default(z.string(), 'us-east-1'), {
    default: 'us-east-1',
    meaning: 'Region of that bucket',
  }),
  BACKUP_ACCESS_KEY_ID: described(z.optional(z.string()), {
    default: 'none',
    meaning: 'Access key ID of an account at that server',
  }),
  BACKUP_SECRET_ACCESS_KEY: described(z.optional(z.string()), {
    default: 'none',
    meaning: 'Secret access key of that account',
  }),
  BACKUP_KEEP_DAYS: described(z._default(wholeNumber({ min: 1, max: 3_650 }), 14), {
    default: '14',
    meaning: 'Days after which a backup in the bucket is deleted; the latest one is kept',
  }),
  LOG_LEVEL: described(z._default(logLevel, 'warn'), {
    default: 'warn',
    meaning:
      'Minimum level to log: fatal, error, warn, info, debug, trace or silent. In containers and separate programs, the default is info',
  }),
  DONATE_BITCOIN_ADDRESS: described(z.optional(z.string()), {
    default: 'none',
    meaning: 'Bitcoin address shown on the donation page',
  }),
  CONTACT_EMAIL: described(z.optional(z.string()), {
    default: 'none',
    meaning: 'Email address shown on the site for contact',
  }),
  MAILBOX: described(z.optional(z.enum(['on', 'off'], { error: 'must be on or off' })), {
    default: 'on for a local site without SMTP_URL',
    meaning:
      '`on` or `off`: the mailbox page; always off on https and where other machines can reach the site',
  }),
  RATE_LIMITS: described(z._default(z.enum(['on', 'off'], { error: 'must be on or off' }), 'on'), {
    default: 'on',
    meaning:
      '`on` or `off`: rate limits per member and network; off is for experiments and not allowed in production',
  }),
  CHECK_SOURCES: described(
    z._default(z.enum(['on', 'off'], { error: 'must be on or off' }), 'on'),
    {
      default: 'on',
      meaning:
        '`on` or `off`: whether the site reads the links of sources and the proofs of domains, and sends webhooks; off makes no connection to other sites',
    },
  ),
  METRICS_PORT: described(observabilitySettings.METRICS_PORT, {
    default: 'off',
    meaning: 'Port where Prometheus reads /metrics; must differ from PORT',
  }),
  METRICS_HOST: described(observabilitySettings.METRICS_HOST, {
    default: '127.0.0.1',
    meaning: 'Address that the metrics server listens on',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: described(observabilitySettings.OTEL_EXPORTER_OTLP_ENDPOINT, {
    default: 'off',
    meaning: 'OTLP/HTTP endpoint for traces, such as http://localhost:4318',
  }),
  OTEL_TRACES_SAMPLER_ARG: described(observabilitySettings.OTEL_TRACES_SAMPLER_ARG, {
    default: '1',
    meaning: 'Fraction of traces to send, from 0 to 1',
  }),
})

/** What a composition of containers has beside those. */
const containerSettings = z.object({
  PUBLISH: described(z.optional(z.string()), {
    default: '$HOST:$PORT',
    meaning:
      'Address and port where the gateway is published; a range such as 127.0.0.1:8080-8089 is for several gateways',
  }),
  POSTGRES_MAX_CONNECTIONS: described(z._default(wholeNumber({ min: 20, max: 10_000 }), 200), {
    default: '200',
    meaning: 'Connections that the bundled PostgreSQL accepts, for all instances together',
  }),
  ANSWERABLE_VERSION: described(z.optional(z.string()), {
    default: 'version of the code',
    meaning: 'Version of the image; infra/containers/upgrade.sh writes it',
  }),
  NPM_CONFIG_REGISTRY: described(z.optional(z.string()), {
    default: 'npm’s public registry',
    meaning: 'Package registry used to build the image',
  }),
})

/** Name and description of every setting, those of containers last. */
export const listSettings = (of: 'every site' | 'containers'): (Description & { name: string })[] =>
  Object.entries((of === 'containers' ? containerSettings : siteSettings).shape).map(
    ([name, schema]) => {
      const description = descriptions.get(schema)
      if (description === undefined) throw new Error(`${name} has no description`)
      return { name, ...description }
    },
  )

/** JSON Schema of each setting of a site, as a text. */
export const settingSchemas = (): Record<string, unknown> => {
  const { properties } = z.toJSONSchema(siteSettings, { io: 'input', unrepresentable: 'any' })
  return Object.fromEntries(
    listSettings('every site').map(({ name, meaning, default: byDefault }) => {
      const { pattern, enum: values } = (properties?.[name] ?? {}) as Record<string, unknown>
      const description = `${meaning}. Default: ${byDefault}`
      return [
        name,
        {
          type: 'string',
          description,
          ...(pattern ? { pattern } : {}),
          ...(values ? { enum: values } : {}),
        },
      ]
    }),
  )
}

export type SiteSettings = Omit<z.output<typeof siteSettings>, 'PUBLIC_ORIGIN'> & {
  PUBLIC_ORIGIN: string
  /** The environment, from which services read their own settings. */
  environment: Environment
}

/** The settings of a site in one process. Throws ConfigError that names an invalid setting. */
export const readSettings = (environment: Environment): SiteSettings => {
  refuseSet(environment, ['PUBLISH'], 'is for containers: set HOST and PORT')
  return checked(environment, ['NATS_URL', 'REDIS_URL', 'SMTP_URL', 'SECRET_KEY'])
}

/**
 * The settings of a Compose setup, which has its own servers. Throws ConfigError that names an invalid or
 * unknown setting.
 */
export const readContainerSettings = (environment: Environment): SiteSettings => {
  refuseSet(environment, ['DATA_DIR'], 'is not for containers: their data is in volumes')
  refuseSet(
    environment,
    ['METRICS_PORT', 'METRICS_HOST'],
    'is not for containers, which serve metrics on port 9464',
  )
  for (const [name, server] of Object.entries(servers)) {
    if (environment[`BUNDLED_${server.toUpperCase()}`] !== 'no') {
      const file = `infra/containers/own-${server}.yml`
      refuseSet(environment, [name], `needs ${file} in COMPOSE_FILE (docs/deployment.md)`)
    } else if (!environment[name]) {
      throw new ConfigError(`Invalid settings: ${name} must be set`)
    }
  }
  if (environment.BACKUP_NETWORK !== 'yes') {
    const file = 'infra/containers/backup-store.yml'
    refuseSet(environment, ['BACKUP_STORE'], `needs ${file} in COMPOSE_FILE (docs/runbook.md)`)
  }
  if (environment.OPEN_DATA_NETWORK !== 'yes') {
    const file = 'infra/containers/open-data-store.yml'
    refuseSet(
      environment,
      ['OPEN_DATA_STORE'],
      `needs ${file} in COMPOSE_FILE (docs/deployment.md)`,
    )
  }
  parseEnvironment(containerSettings, environment)
  const { NATS_URL } = environment
  if (!NATS_URL) return checked(environment, ['SMTP_URL', 'MAIL_FROM'])
  // Without an account in the URL, the passwords are derived from the key.
  const complete = withNatsAccount(NATS_URL, 'derived', 'derived'.repeat(6))
  const settings = checked({ ...environment, NATS_URL: complete }, ['SMTP_URL', 'MAIL_FROM'])
  return { ...settings, NATS_URL, environment }
}

const servers = { DATABASE_URL: 'postgres', NATS_URL: 'nats', REDIS_URL: 'redis' }

const refuseSet = (environment: Environment, names: string[], why: string): void => {
  const wrong = names.find((name) => environment[name])
  if (wrong !== undefined) throw new ConfigError(`Invalid settings: ${wrong} ${why}`)
}

type Setting = keyof typeof siteSettings.shape

const checked = (environment: Environment, requiredByProduction: Setting[]): SiteSettings => {
  const read = parseEnvironment(siteSettings, environment)
  const PUBLIC_ORIGIN = read.PUBLIC_ORIGIN ?? `http://localhost:${read.PORT}`
  if (PUBLIC_ORIGIN.startsWith('https://')) {
    const missing = requiredByProduction.filter((name) => read[name] === undefined)
    if (missing.length > 0)
      throw new ConfigError(
        `An https site runs in production, which requires ${missing.join(', ')}`,
      )
  }
  const settings = { ...read, PUBLIC_ORIGIN, environment }
  checkBackupSettings(read)
  checkPrograms(settings)
  return settings
}

const neededByBackupStore = [
  'BACKUP_RECIPIENT',
  'BACKUP_ENDPOINT',
  'BACKUP_ACCESS_KEY_ID',
  'BACKUP_SECRET_ACCESS_KEY',
] as const

const checkBackupSettings = (settings: z.output<typeof siteSettings>): void => {
  const missing = neededByBackupStore.find((name) => settings[name] === undefined)
  if (settings.BACKUP_STORE !== undefined && missing !== undefined)
    throw new ConfigError(`Invalid settings: ${missing} must be set with BACKUP_STORE`)
}
