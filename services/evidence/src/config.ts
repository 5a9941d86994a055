import { createSecretKey } from 'node:crypto'
import {
  baseSettings,
  ConfigError,
  databaseConnections,
  databaseUrl,
  type Environment,
  isProduction,
  keyBytes,
  parseEnvironment,
  urlOf,
} from '@answerable/service-kit/config'
import * as z from 'zod/mini'

const settings = z.object({
  ...baseSettings,
  DATABASE_URL: databaseUrl,
  EVIDENCE_DB_CONNECTIONS: databaseConnections(4),
  CATALOG_URL: urlOf('http:'),
  /** The secrets of webhooks are derived from it. */
  WEBHOOK_KEY: z.pipe(
    keyBytes,
    z.transform((bytes: Buffer) => createSecretKey(bytes)),
  ),
  CHECK_SOURCES: z._default(z.enum(['on', 'off'], { error: 'must be on or off' }), 'on'),
  /** For tests: a name server, and the servers that replace ports 80 and 443 of all public addresses. */
  EVIDENCE_TEST_NETWORK: z.optional(
    z.string().check(
      z.regex(/^127\.0\.0\.1:\d{1,5}(,127\.0\.0\.1:\d{1,5}){2}$/, {
        error: 'must be three loopback addresses with ports',
      }),
    ),
  ),
})

export type Config = z.output<typeof settings>

/** Throws ConfigError. */
export const readConfig = (environment: Environment): Config => {
  const config = parseEnvironment(settings, environment)
  if (config.EVIDENCE_TEST_NETWORK !== undefined && isProduction(config)) {
    throw new ConfigError('Invalid settings: EVIDENCE_TEST_NETWORK is for tests on localhost only')
  }
  return config
}
