import {
  ConfigError,
  databaseUrl,
  type Environment,
  list,
  logLevel,
  parseEnvironment,
  publicOrigin,
  urlOf,
  watchSettings,
  wholeNumber,
} from '@answerable/service-kit/config'
import * as z from 'zod/mini'

type Description = {
  /** As a person would write it. */
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

/** The key that every other secret is derived from. */
export const secretKey = z
  .string()
  .check(z.refine((key) => Buffer.byteLength(key) >= 32, { error: 'must have at least 32 bytes' }))

/** Every setting of the site, in the order of the README's table. Services parse their own of them again. */
const siteSettings = z.object({
  PORT: described(z._default(wholeNumber({ min: 1, max: 65_535 }), 8080), {
    default: '8080',
    meaning: 'Port of the site',
  }),
  HOST: described(z._default(z.string(), '127.0.0.1'), {
    default: '127.0.0.1',
    meaning: 'Address to listen on; 0.0.0.0 opens it to the network',
  }),
  PUBLIC_ORIGIN: described(z.optional(publicOrigin), {
    default: 'http://localhost:$PORT',
    meaning: 'Where people reach the site. https means production',
  }),
  DATABASE_URL: described(z.optional(databaseUrl), {
    default: 'embedded PostgreSQL',
    meaning: 'Owner URL of a PostgreSQL 18 database server to use instead',
  }),
  NATS_URL: described(z.optional(urlOf('nats:', 'tls:')), {
    default: 'in-process bus',
    meaning: 'NATS server with JetStream',
  }),
  REDIS_URL: described(z.optional(urlOf('redis:', 'rediss:')), {
    default: 'in-process cache',
    meaning: 'Redis server for caches and limits',
  }),
  SMTP_URL: described(z.optional(urlOf('smtp:', 'smtps:')), {
    default: 'mailbox page /dev/mailbox',
    meaning: 'Mail server, as smtp://user:password@host:port; required in production',
  }),
  MAIL_FROM: described(z.optional(z.string()), {
    default: 'Answerable <no-reply@localhost>',
    meaning: 'Sender of mails; required in production',
  }),
  SECRET_KEY: described(z.optional(secretKey), {
    default: 'made and kept in DATA_DIR',
    meaning: 'At least 32 bytes from which every other secret is derived; required in production',
  }),
  ADMIN_EMAILS: described(z._default(list, []), {
    default: 'none',
    meaning:
      'Comma-separated addresses that become administrators at sign-in; revoke by `npm run admin`',
  }),
  ALLOWED_JURISDICTIONS: described(z.optional(z.string()), {
    default: 'global',
    meaning: '`global`, or comma-separated ISO country codes where signing in is possible',
  }),
  FLAG_REVIEW_THRESHOLD: described(z._default(wholeNumber({ min: 1, max: 1_000 }), 3), {
    default: '3',
    meaning: 'Open flags from which a submission counts as pending review',
  }),
  GEO_DB_PATH: described(z.optional(z.string()), {
    default: 'bundled country database',
    meaning: 'Another country database in MaxMind format',
  }),
  TRUST_PROXY_HOPS: described(z._default(wholeNumber({ min: 0, max: 10 }), 0), {
    default: '0',
    meaning: 'How many proxies in front of the site add to X-Forwarded-For',
  }),
  DATA_DIR: described(z._default(z.string(), '.data'), {
    default: '.data',
    meaning: 'Where the embedded database and the secret key live',
  }),
  LOG_LEVEL: described(z._default(logLevel, 'warn'), {
    default: 'warn',
    meaning: 'fatal, error, warn, info, debug, trace or silent',
  }),
  DONATE_BITCOIN_ADDRESS: described(z.optional(z.string()), {
    default: 'none',
    meaning: 'Address shown on the donation page',
  }),
  CONTACT_EMAIL: described(z.optional(z.string()), {
    default: 'none',
    meaning: 'Address that people can write to',
  }),
  MAILBOX: described(z.optional(z.enum(['on', 'off'], { error: 'must be on or off' })), {
    default: 'on without SMTP_URL on this machine',
    meaning: 'The mailbox page; always off on https, and where others can reach the site',
  }),
  RATE_LIMITS: described(z._default(z.enum(['on', 'off'], { error: 'must be on or off' }), 'on'), {
    default: 'on',
    meaning:
      'Limits per member and network; `off` is for experiments only and refused in production',
  }),
  METRICS_PORT: described(watchSettings.METRICS_PORT, {
    default: 'off',
    meaning: 'Port at which Prometheus reads /metrics; never that of the site',
  }),
  METRICS_HOST: described(watchSettings.METRICS_HOST, {
    default: '127.0.0.1',
    meaning: 'Address that it listens on there',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: described(watchSettings.OTEL_EXPORTER_OTLP_ENDPOINT, {
    default: 'off',
    meaning: 'Where traces are sent by OTLP over HTTP, such as http://localhost:4318',
  }),
  OTEL_TRACES_SAMPLER_ARG: described(watchSettings.OTEL_TRACES_SAMPLER_ARG, {
    default: '1',
    meaning: 'The part of all traces that is sent, from 0 to 1',
  }),
})

/** Name and description of every setting. */
export const listSettings = (): (Description & { name: string })[] =>
  Object.entries(siteSettings.shape).map(([name, schema]) => {
    const description = descriptions.get(schema)
    if (description === undefined) throw new Error(`${name} has no description`)
    return { name, ...description }
  })

export type SiteSettings = Omit<z.output<typeof siteSettings>, 'PUBLIC_ORIGIN'> & {
  PUBLIC_ORIGIN: string
  /** The environment as given, for the services to read their own settings from. */
  environment: Environment
}

/** The settings of a site that runs as one process. Throws ConfigError naming the wrong one. */
export const readSettings = (environment: Environment): SiteSettings => {
  const read = parseEnvironment(siteSettings, environment)
  const PUBLIC_ORIGIN = read.PUBLIC_ORIGIN ?? `http://localhost:${read.PORT}`
  if (PUBLIC_ORIGIN.startsWith('https://')) refuseForProduction(read)
  return { ...read, PUBLIC_ORIGIN, environment }
}

const refuseForProduction = (read: z.output<typeof siteSettings>): void => {
  const required = ['NATS_URL', 'REDIS_URL', 'SMTP_URL', 'SECRET_KEY'] as const
  const missing = required.filter((name) => read[name] === undefined)
  if (missing.length > 0) {
    throw new ConfigError(`An https site is production and needs ${missing.join(', ')}`)
  }
  if (read.RATE_LIMITS === 'off') throw new ConfigError('RATE_LIMITS must be on in production')
}
