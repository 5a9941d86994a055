import {
  baseSettings,
  databaseConnections,
  databaseUrl,
  type Environment,
  parseEnvironment,
  urlOf,
  wholeNumber,
} from '@answerable/service-kit/config'
import * as z from 'zod/mini'

const settings = z.object({
  ...baseSettings,
  DATABASE_URL: databaseUrl,
  MODERATION_DB_CONNECTIONS: databaseConnections(5),
  AUTH_URL: urlOf('http:'),
  CATALOG_URL: urlOf('http:'),
  EVIDENCE_URL: urlOf('http:'),
  /** Open flags from which a submission counts as pending review. */
  FLAG_REVIEW_THRESHOLD: z._default(wholeNumber({ min: 1, max: 1_000 }), 3),
})

export type Config = z.output<typeof settings>

export const readConfig = (environment: Environment): Config =>
  parseEnvironment(settings, environment)
