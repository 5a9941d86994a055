import {
  baseSettings,
  type Environment,
  parseEnvironment,
  urlOf,
  wholeNumber,
} from '@answerable/service-kit/config'
import * as z from 'zod/mini'

const settings = z.object({
  ...baseSettings,
  NOTIFICATIONS_URL: urlOf('http:'),
  /** The maximum number of sockets per process. */
  MAX_SOCKETS: z._default(wholeNumber({ min: 1, max: 100_000 }), 5_000),
  /** The minimum time between messages about one submission. */
  LIVE_WINDOW_MS: z._default(wholeNumber({ min: 1, max: 60_000 }), 1_000),
  /** The interval of pings. A socket that did not respond to the last one is closed. */
  HEARTBEAT_MS: z._default(wholeNumber({ min: 10, max: 600_000 }), 30_000),
})

export type Config = z.output<typeof settings>

export const readConfig = (environment: Environment): Config =>
  parseEnvironment(settings, environment)
