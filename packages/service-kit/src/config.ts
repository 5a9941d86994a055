import { accessSync, constants, readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { readPassportKeys } from './calls/passport.ts'
import { parseServerUrls } from './server-urls.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** A setting is missing or invalid. The message is one line that names it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/**
 * Parses the environment once, at start. An empty value counts as unset. If NAME is unset, its value is
 * read from the file named by NAME_FILE, so that secrets need not be in the environment.
 */
export const parseEnvironment = <Schema extends z.ZodMiniObject>(
  schema: Schema,
  environment: Environment,
): z.output<Schema> => {
  const present: Record<string, string> = {}
  for (const name of Object.keys(schema.shape)) {
    const value = environment[name] || fileContent(`${name}_FILE`, environment)
    if (value) present[name] = value
  }
  const result = schema.safeParse(present)
  if (result.success) return result.data
  const problems = result.error.issues.map(
    ({ path, message }) =>
      `${String(path[0])} ${message.charAt(0).toLowerCase()}${message.slice(1)}`,
  )
  throw new ConfigError(`Invalid settings: ${problems.join('; ')}`)
}

const fileContent = (name: string, environment: Environment): string | undefined => {
  const path = environment[name]
  if (!path) return undefined
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new ConfigError(`Invalid settings: ${name} cannot be read (${code})`)
  }
}

export const wholeNumber = (bounds: { min: number; max: number }) => {
  const error = `must be a whole number from ${bounds.min} to ${bounds.max}`
  return z.pipe(
    z.string().check(z.regex(/^-?\d+$/, { error })),
    z.pipe(
      z.transform(Number),
      z.int().check(z.gte(bounds.min, { error }), z.lte(bounds.max, { error })),
    ),
  )
}

/** A share, from 0 to 1. */
const share = z.pipe(
  z.string().check(z.regex(/^(0|1|0?\.\d+)$/, { error: 'must be a number from 0 to 1' })),
  z.transform(Number),
)

export const urlOf = (...protocols: string[]) =>
  z.string({ error: 'must be set' }).check(
    z.refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
      error: `must be a URL starting with ${protocols.join(' or ')}`,
    }),
  )

/** URL of a server, with one host or several, separated by commas. */
const serverUrl = (...protocols: string[]) =>
  z.string().check(
    z.refine(
      (value) =>
        parseServerUrls(value)?.every(({ protocol }) => protocols.includes(protocol)) ?? false,
      {
        error: `must be a URL starting with ${protocols.join(' or ')}`,
      },
    ),
  )

/** NATS, with the addresses of its servers. */
export const natsUrl = serverUrl('nats:', 'tls:')

/** Number of servers that store each event; JetStream takes odd numbers. */
export const natsReplicas = z.pipe(
  z.enum(['1', '3', '5'], { error: 'must be 1, 3 or 5' }),
  z.transform(Number),
)

/** A Redis server, or the sentinels of one: `redis+sentinel://:password@a:26379,b:26379/name`. */
export const redisUrl = serverUrl('redis:', 'rediss:', 'redis+sentinel:', 'rediss+sentinel:').check(
  z.refine((value) => isWholeRedisUrl(value), {
    error: 'must name one server, or sentinels and the name that they have for the server',
  }),
)

const isWholeRedisUrl = (value: string): boolean => {
  const [first, ...others] = parseServerUrls(value) ?? []
  return first?.protocol.endsWith('+sentinel:')
    ? /^\/[^/]+$/.test(first.pathname)
    : others.length === 0
}

/** Path of a readable file. */
export const readableFile = z
  .string()
  .check(z.refine((path) => isReadable(path), { error: 'must be a file that can be read' }))

const isReadable = (path: string): boolean => {
  try {
    accessSync(path, constants.R_OK)
    return true
  } catch {
    return false
  }
}

/** URL of a PostgreSQL server with user and password. */
export const databaseUrl = urlOf('postgres:', 'postgresql:')

/** Number of connections to PostgreSQL that each instance of a service opens at most. */
export const databaseConnections = (byDefault: number) =>
  z._default(wholeNumber({ min: 2, max: 100 }), byDefault)

/** A secret key of 256 bits. */
export const keyBytes = z.pipe(
  z
    .string({ error: 'must be set' })
    .check(z.regex(/^[A-Za-z0-9_-]{43}$/, { error: 'must be 32 bytes in base64url' })),
  z.transform((text: string): Buffer => Buffer.from(text, 'base64url')),
)

/** Comma-separated list, trimmed, without empty entries. */
export const list = z.pipe(
  z.string(),
  z.transform((value: string) =>
    value
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== ''),
  ),
)

export const publicOrigin = urlOf('http:', 'https:').check(
  z.refine((value) => URL.canParse(value) && new URL(value).origin === value, {
    error: 'must be an origin without a path or trailing slash',
  }),
  z.refine((value) => value.startsWith('https://') || isLocalOrigin(value), {
    error: 'must be https, or http on localhost',
  }),
)

const isLocalOrigin = (origin: string): boolean =>
  URL.canParse(origin) && ['localhost', '127.0.0.1', '[::1]'].includes(new URL(origin).hostname)

export const logLevel = z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
  error: 'must be fatal, error, warn, info, debug, trace or silent',
})

/** Settings of metrics and traces; the last two have OpenTelemetry's names. */
export const observabilitySettings = {
  METRICS_PORT: z.optional(wholeNumber({ min: 0, max: 65_535 })),
  METRICS_HOST: z._default(z.string(), '127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.optional(urlOf('http:', 'https:')),
  OTEL_TRACES_SAMPLER_ARG: z._default(share, 1),
}

/** Settings of every service. */
export const baseSettings = {
  PORT: z._default(wholeNumber({ min: 0, max: 65_535 }), 8080),
  HOST: z._default(z.string(), '127.0.0.1'),
  PUBLIC_ORIGIN: z._default(publicOrigin, 'http://localhost:8080'),
  LOG_LEVEL: z._default(logLevel, 'info'),
  NATS_URL: z.optional(natsUrl),
  NATS_REPLICAS: z._default(natsReplicas, 1),
  REDIS_URL: z.optional(redisUrl),
  ...observabilitySettings,
  PASSPORT_KEYS: z.pipe(
    z.string({ error: 'must be set' }),
    z.transform((text: string, context) => {
      const keys = readPassportKeys(text)
      if (keys !== null) return keys
      context.issues.push({
        code: 'custom',
        input: '',
        message: 'must list issuer>audience=key with keys of 32 bytes',
      })
      return z.NEVER
    }),
  ),
}

const baseSchema = z.object(baseSettings)
export type BaseConfig = z.output<typeof baseSchema>

/** A site runs in production if its origin is https. */
export const isProduction = (config: Pick<BaseConfig, 'PUBLIC_ORIGIN'>): boolean =>
  config.PUBLIC_ORIGIN.startsWith('https://')
