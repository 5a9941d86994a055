import {
  baseSettings,
  type Environment,
  parseEnvironment,
  wholeNumber,
} from '@answerable/service-kit/config'
import * as z from 'zod/mini'

const settings = z.object({
  ...baseSettings,
  /** Most sockets that one process holds. */
  MAX_SOCKETS: z._default(wholeNumber({ min: 1, max: 100_000 }), 5_000),
  /** A submission is told of at most once in this time. */
  LIVE_WINDOW_MS: z._default(wholeNumber({ min: 1, max: 60_000 }), 1_000),
  /** How often a socket must show that it is still there. */
  HEARTBEAT_MS: z._default(wholeNumber({ min: 10, max: 600_000 }), 30_000),
})

export type Config = z.output<typeof settings>

export const readConfig = (environment: Environment): Config =>
  parseEnvironment(settings, environment)
