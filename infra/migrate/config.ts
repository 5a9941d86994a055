import { databaseUrl, type Environment, parseEnvironment } from '@answerable/service-kit/config'
import * as z from 'zod/mini'
import type { databaseServices } from './migrate.ts'

const password = z.string({ error: 'must be set' })

const schema = z.object({
  DATABASE_URL: databaseUrl,
  AUTH_DB_PASSWORD: password,
  CATALOG_DB_PASSWORD: password,
  MODERATION_DB_PASSWORD: password,
  DIAGNOSTICS_DB_PASSWORD: password,
  NOTIFICATIONS_DB_PASSWORD: password,
  EVIDENCE_DB_PASSWORD: password,
  LOG_LEVEL: z._default(z.string(), 'info'),
})

/** Throws ConfigError. The database is the one in the owner's URL, else `answerable`. */
export const readConfig = (environment: Environment) => {
  const settings = parseEnvironment(schema, environment)
  const passwords = {
    auth: settings.AUTH_DB_PASSWORD,
    catalog: settings.CATALOG_DB_PASSWORD,
    moderation: settings.MODERATION_DB_PASSWORD,
    diagnostics: settings.DIAGNOSTICS_DB_PASSWORD,
    notifications: settings.NOTIFICATIONS_DB_PASSWORD,
    evidence: settings.EVIDENCE_DB_PASSWORD,
  } satisfies Record<(typeof databaseServices)[number], string>
  return {
    ownerUrl: settings.DATABASE_URL,
    database: decodeURIComponent(new URL(settings.DATABASE_URL).pathname.slice(1)) || 'answerable',
    passwords,
    logLevel: settings.LOG_LEVEL,
  }
}
