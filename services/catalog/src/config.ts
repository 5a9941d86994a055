import {
  baseSettings,
  databaseConnections,
  databaseUrl,
  type Environment,
  parseEnvironment,
  wholeNumber,
} from '@answerable/service-kit/config'
import {
  checkOpenDataSettings,
  openDataSettings,
} from '@answerable/service-kit/snapshot-store/settings'
import * as z from 'zod/mini'

const settings = z.object({
  ...baseSettings,
  DATABASE_URL: databaseUrl,
  CATALOG_DB_CONNECTIONS: databaseConnections(9),
  ACTIVE_SCORE: z._default(wholeNumber({ min: 1, max: 1_000_000 }), 10),
  ACTIVE_PARTICIPANTS: z._default(wholeNumber({ min: 1, max: 1_000_000 }), 5),
  ...openDataSettings,
})

export type Config = z.output<typeof settings>

export const readConfig = (environment: Environment): Config => {
  const config = parseEnvironment(settings, environment)
  checkOpenDataSettings(config)
  return config
}
