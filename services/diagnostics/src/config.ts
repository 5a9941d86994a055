import {
  baseSettings,
  databaseConnections,
  databaseUrl,
  type Environment,
  parseEnvironment,
} from '@answerable/service-kit/config'
import * as z from 'zod/mini'

const settings = z.object({
  ...baseSettings,
  DATABASE_URL: databaseUrl,
  DIAGNOSTICS_DB_CONNECTIONS: databaseConnections(2),
})

export type Config = z.output<typeof settings>

export const readConfig = (environment: Environment): Config =>
  parseEnvironment(settings, environment)
