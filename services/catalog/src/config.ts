import {
  baseSettings,
  databaseConnections,
  databaseUrl,
  type Environment,
  parseEnvironment,
  wholeNumber,
} from '@answerable/service-kit/config'
import * as z from 'zod/mini'

const settings = z.object({
  ...baseSettings,
  DATABASE_URL: databaseUrl,
  CATALOG_DB_CONNECTIONS: databaseConnections(9),
  ACTIVE_SCORE: z._default(wholeNumber({ min: 1, max: 1_000_000 }), 10),
  ACTIVE_PARTICIPANTS: z._default(wholeNumber({ min: 1, max: 1_000_000 }), 5),
  /** Where the snapshots of the open data are written; without it there are none. */
  OPEN_DATA_DIR: z.optional(z.string()),
})

export type Config = z.output<typeof settings>

export const readConfig = (environment: Environment): Config =>
  parseEnvironment(settings, environment)
