import { email } from '@answerable/contracts/sign-in'
import {
  baseSettings,
  ConfigError,
  type Environment,
  isProduction,
  parseEnvironment,
  urlOf,
  wholeNumber,
} from '@answerable/service-kit/config'
import {
  checkOpenDataSettings,
  openDataSettings,
} from '@answerable/service-kit/snapshot-store/settings'
import * as z from 'zod/mini'
import { isBitcoinAddress } from './site-information/bitcoin-address.ts'

const onOrOff = z.enum(['on', 'off'], { error: 'must be on or off' })

const settings = z.object({
  ...baseSettings,
  AUTH_URL: urlOf('http:'),
  CATALOG_URL: urlOf('http:'),
  MODERATION_URL: urlOf('http:'),
  DIAGNOSTICS_URL: urlOf('http:'),
  NOTIFICATIONS_URL: urlOf('http:'),
  EVIDENCE_URL: urlOf('http:'),
  REALTIME_URL: urlOf('http:'),
  /** Number of trusted proxies in front of the gateway; each adds an entry to X-Forwarded-For. */
  TRUST_PROXY_HOPS: z._default(wholeNumber({ min: 0, max: 10 }), 0),
  /** The built web; without it the gateway serves only the API. */
  WEB_DIR: z.optional(z.string()),
  ...openDataSettings,
  /** Shown on the donation page. */
  DONATE_BITCOIN_ADDRESS: z.optional(
    z.string().check(
      z.trim(),
      z.refine(isBitcoinAddress, {
        error: 'must be a valid Bitcoin address',
      }),
    ),
  ),
  /** Contact address of the operator, shown on the site. */
  CONTACT_EMAIL: z.optional(
    z.string().check(
      z.trim(),
      z.refine((text) => email.safeParse(text).success, { error: 'must be an email address' }),
    ),
  ),
  /** Absent, it is on where a container's port is published on loopback alone, and off everywhere else. */
  MAILBOX: z.optional(onOrOff),
  /** What opens the mailbox. */
  MAILBOX_KEY: z.optional(
    z
      .string()
      .check(z.regex(/^[\w-]{32,}$/, { error: 'must have at least 32 letters and digits' })),
  ),
  /** Where a container engine publishes the port, as `127.0.0.1:8080`. */
  PUBLISH: z.optional(z.string()),
  RATE_LIMITS: z._default(onOrOff, 'on'),
})

type Settings = z.output<typeof settings>

export type Config = Settings & {
  /**
   * Visits that the mailbox accepts: from this machine, or also through a port that is published on loopback, where
   * the remote address is the container engine's.
   */
  mailbox: 'off' | 'local' | 'published'
}

export const readConfig = (environment: Environment): Config => {
  const config = parseEnvironment(settings, environment)
  checkOpenDataSettings(config)
  if (isProduction(config)) refuseForProduction(config)
  const mailbox = mailboxOf(config)
  if (mailbox !== 'off' && config.MAILBOX_KEY === undefined)
    throw new ConfigError('Invalid settings: MAILBOX_KEY must be set')
  return { ...config, mailbox }
}

const refuseForProduction = ({ MAILBOX, RATE_LIMITS }: Settings): void => {
  const wrong = 'Invalid settings: if PUBLIC_ORIGIN is https,'
  if (MAILBOX === 'on') throw new ConfigError(`${wrong} MAILBOX must be off`)
  if (RATE_LIMITS === 'off') throw new ConfigError(`${wrong} RATE_LIMITS must be on`)
}

const mailboxOf = (config: Settings): Config['mailbox'] => {
  const { MAILBOX, PUBLISH } = config
  if (MAILBOX === 'off' || isProduction(config)) return 'off'
  if (PUBLISH === undefined) return MAILBOX === 'on' ? 'local' : 'off'
  if (isOnLoopback(PUBLISH)) return 'published'
  if (MAILBOX !== 'on') return 'off'
  throw new ConfigError(
    'Invalid settings: MAILBOX must be off unless PUBLISH is a loopback address',
  )
}

/** Without an address a port is published on all of them. */
const isOnLoopback = (published: string): boolean =>
  /^(127(\.\d{1,3}){3}|\[::1\]):[\d-]+$/.test(published)
