import {
  ConfigError,
  type Environment,
  list,
  parseEnvironment,
  urlOf,
  wholeNumber,
} from '@answerable/service-kit/config'
import * as z from 'zod/mini'

/**
 * Every setting of the site, in the order of the README's table: what it means, and its default as a
 * person would write it. The table and `.env.example` are checked against this list.
 */
export const settings = {
  PORT: { default: '8080', meaning: 'Port of the site' },
  HOST: { default: '127.0.0.1', meaning: 'Address to listen on; 0.0.0.0 opens it to the network' },
  PUBLIC_ORIGIN: {
    default: 'http://localhost:$PORT',
    meaning: 'Where people reach the site. https means production',
  },
  DATABASE_URL: {
    default: 'embedded PostgreSQL',
    meaning: 'Owner URL of a PostgreSQL 18 database server to use instead',
  },
  NATS_URL: { default: 'in-process bus', meaning: 'NATS server with JetStream' },
  REDIS_URL: { default: 'in-process cache', meaning: 'Redis server for caches and limits' },
  SMTP_URL: {
    default: 'mailbox page /dev/mailbox',
    meaning: 'Mail server, as smtp://user:password@host:port; required in production',
  },
  MAIL_FROM: {
    default: 'Answerable <no-reply@localhost>',
    meaning: 'Sender of mails; required in production',
  },
  SECRET_KEY: {
    default: 'made and kept in DATA_DIR',
    meaning: 'At least 32 bytes from which every other secret is derived; required in production',
  },
  ADMIN_EMAILS: {
    default: 'none',
    meaning:
      'Comma-separated addresses that become administrators at sign-in; revoke by `npm run admin`',
  },
  ALLOWED_JURISDICTIONS: {
    default: 'global',
    meaning: '`global`, or comma-separated ISO country codes where signing in is possible',
  },
  FLAG_REVIEW_THRESHOLD: {
    default: '3',
    meaning: 'Open flags from which a submission counts as pending review',
  },
  GEO_DB_PATH: {
    default: 'bundled country database',
    meaning: 'Another country database in MaxMind format',
  },
  TRUST_PROXY_HOPS: {
    default: '0',
    meaning: 'How many proxies in front of the site add to X-Forwarded-For',
  },
  DATA_DIR: { default: '.data', meaning: 'Where the embedded database and the secret key live' },
  LOG_LEVEL: { default: 'warn', meaning: 'fatal, error, warn, info, debug, trace or silent' },
  DONATE_BITCOIN_ADDRESS: { default: 'none', meaning: 'Address shown on the donation page' },
  CONTACT_EMAIL: { default: 'none', meaning: 'Address that people can write to' },
  RATE_LIMITS: { default: 'on', meaning: '`off` is for experiments only; refused in production' },
} as const satisfies Record<string, { default: string; meaning: string }>

const siteSettings = z.object({
  PORT: z._default(wholeNumber({ min: 1, max: 65_535 }), 8080),
  HOST: z._default(z.string(), '127.0.0.1'),
  PUBLIC_ORIGIN: z.optional(urlOf('http:', 'https:')),
  DATABASE_URL: z.optional(urlOf('postgres:', 'postgresql:')),
  NATS_URL: z.optional(urlOf('nats:', 'tls:')),
  REDIS_URL: z.optional(urlOf('redis:', 'rediss:')),
  SMTP_URL: z.optional(urlOf('smtp:', 'smtps:')),
  SECRET_KEY: z.optional(
    z
      .string()
      .check(
        z.refine((key) => Buffer.byteLength(key) >= 32, { error: 'must have at least 32 bytes' }),
      ),
  ),
  ADMIN_EMAILS: z._default(list, []),
  DATA_DIR: z._default(z.string(), '.data'),
  RATE_LIMITS: z._default(z.enum(['on', 'off'], { error: 'must be on or off' }), 'on'),
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
