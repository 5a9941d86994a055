import {
  baseSettings,
  databaseConnections,
  databaseUrl,
  type Environment,
  parseEnvironment,
  urlOf,
} from '@answerable/service-kit/config'
import * as z from 'zod/mini'

const settings = z.object({
  ...baseSettings,
  DATABASE_URL: databaseUrl,
  NOTIFICATIONS_DB_CONNECTIONS: databaseConnections(4),
  AUTH_URL: urlOf('http:'),
  CATALOG_URL: urlOf('http:'),
})

export type Config = z.output<typeof settings>

export const readConfig = (environment: Environment): Config =>
  parseEnvironment(settings, environment)
