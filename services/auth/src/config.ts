import { email } from '@answerable/contracts/sign-in'
import {
  baseSettings,
  ConfigError,
  databaseConnections,
  databaseUrl,
  type Environment,
  isProduction,
  keyBytes,
  list,
  parseEnvironment,
  readableFile,
  urlOf,
} from '@answerable/service-kit/config'
import * as z from 'zod/mini'
import { canonicalJurisdiction } from './geolocation/rules.ts'

const addresses = z.pipe(list, z.array(email))

const jurisdictions = z.pipe(
  list,
  z.pipe(
    z.transform((codes: string[]) => codes.map(canonicalJurisdiction)),
    z
      .array(z.string({ error: 'must be global, or ISO country codes' }))
      .check(z.minLength(1, { error: 'must be global, or ISO country codes' })),
  ),
)

const adminPasskeys = z.enum(['optional', 'required'], { error: 'must be optional or required' })

const sender = z.string().check(
  z.regex(/^[^\p{C}<>]*<[^\s@<>]+@[^\s@<>]+>$|^[^\s@<>]+@[^\s@<>]+$/u, {
    error: 'must be an address, or a name and an <address>',
  }),
)

const schema = z.object({
  ...baseSettings,
  DATABASE_URL: databaseUrl,
  AUTH_DB_CONNECTIONS: databaseConnections(5),
  SMTP_URL: z.optional(urlOf('smtp:', 'smtps:')),
  MAIL_FROM: z.optional(sender),
  /** Keys the hashes of codes and of budgets. */
  CODE_KEY: keyBytes,
  ADMIN_EMAILS: z._default(addresses, []),
  /** Whether decisions of every administrator need a passkey, or only of those who have one. */
  ADMIN_PASSKEYS: z._default(adminPasskeys, 'optional'),
  ALLOWED_JURISDICTIONS: z._default(jurisdictions, ['global']),
  GEO_DB_PATH: z.optional(readableFile),
})

export type Config = z.output<typeof schema> & { MAIL_FROM: string }

export const readConfig = (environment: Environment): Config => {
  const config = parseEnvironment(schema, environment)
  const missing = (['SMTP_URL', 'MAIL_FROM'] as const).filter((name) => config[name] === undefined)
  if (isProduction(config) && missing.length > 0) {
    throw new ConfigError(`An https site runs in production, which requires ${missing.join(', ')}`)
  }
  return { ...config, MAIL_FROM: config.MAIL_FROM ?? 'Answerable <no-reply@localhost>' }
}
