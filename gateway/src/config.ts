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
import * as z from 'zod/mini'
import { isBitcoinAddress } from './bitcoin-address.ts'

const onOrOff = z.enum(['on', 'off'], { error: 'must be on or off' })

const settings = z.object({
  ...baseSettings,
  AUTH_URL: urlOf('http:'),
  CATALOG_URL: urlOf('http:'),
  MODERATION_URL: urlOf('http:'),
  DIAGNOSTICS_URL: urlOf('http:'),
  REALTIME_URL: urlOf('http:'),
  /** How many proxies of one's own stand before the gateway; each has added to X-Forwarded-For. */
  TRUST_PROXY_HOPS: z._default(wholeNumber({ min: 0, max: 10 }), 0),
  /** The built web; without it the gateway answers calls only. */
  WEB_DIR: z.optional(z.string()),
  /** Shown on the donation page. */
  DONATE_BITCOIN_ADDRESS: z.optional(
    z.string().check(
      z.trim(),
      z.refine(isBitcoinAddress, {
        error: 'must be a Bitcoin address, of which every character counts',
      }),
    ),
  ),
  /** Shown to people who want to write to those who run the site. */
  CONTACT_EMAIL: z.optional(
    z.string().check(
      z.trim(),
      z.refine((text) => email.safeParse(text).success, { error: 'must be a mail address' }),
    ),
  ),
  /**
   * 'on' answers whoever sits at this machine; 'published' also whoever comes through a port that a
   * container engine publishes, which must then be on loopback only.
   */
  MAILBOX: z._default(
    z.enum(['on', 'published', 'off'], { error: 'must be on, published or off' }),
    'off',
  ),
  RATE_LIMITS: z._default(onOrOff, 'on'),
})

export type Config = z.output<typeof settings>

export const readConfig = (environment: Environment): Config => {
  const config = parseEnvironment(settings, environment)
  if (isProduction(config)) refuseForProduction(config)
  return config
}

const refuseForProduction = ({ MAILBOX, RATE_LIMITS }: Config): void => {
  const wrong = 'The settings are wrong: where PUBLIC_ORIGIN is https'
  if (MAILBOX !== 'off') throw new ConfigError(`${wrong} MAILBOX must be off`)
  if (RATE_LIMITS === 'off') throw new ConfigError(`${wrong} RATE_LIMITS must be on`)
}
