import { mailboxKey } from '@answerable/infra/secrets/derived'
import { adminAddresses, adminOfWorker } from './members.ts'
import { adminElsewhere } from './signed-in-elsewhere.ts'
import type { SiteName } from './site-name.ts'

/** A worker whose journey fails is replaced by one with the next number. */
const workers = Array.from({ length: 100 }, (_, index) => index)

/** Settings of the sites started for the journeys, whose data is temporary. */
export const secretKey = 'a key for sites that journeys start, of enough length'

/** The journeys' sites with their settings. */
export const sites = {
  /** With the documented boycotts, and sign-in allowed worldwide. Looks up links and proofs at servers of the journeys. */
  demo: {
    ADMIN_EMAILS: [...adminAddresses, adminElsewhere, ...workers.map(adminOfWorker)].join(','),
    // From BIP 173, on a test network.
    DONATE_BITCOIN_ADDRESS: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
    CONTACT_EMAIL: 'team@journeys.example',
  },
  /** New: without submissions, and with sign-in limited to some countries. */
  fresh: {
    ALLOWED_JURISDICTIONS: 'us,ca,gb,au,de,fr,jp,kr,in,br',
    CHECK_SOURCES: 'off',
  },
  /** New, started by the journey of links. */
  linked: {},
  /** New, without checks of links; started by its journey. */
  unchecked: { CHECK_SOURCES: 'off' },
  /** New, started by the journey of webhooks. */
  webhooks: { ADMIN_EMAILS: adminAddresses.join(',') },
} as const satisfies Record<SiteName, unknown>

export const siteNames = Object.keys(sites) as SiteName[]

/**
 * Playwright's workers find the sites through environment variables set when the configuration was first
 * loaded.
 */
export const portVariable = (site: SiteName): string => `E2E_PORT_${site.toUpperCase()}`

/** A running site with the demo content, such as http://localhost:8080; null if one is to be started. */
export const runningDemo: string | null = process.env.E2E_BASE_URL?.replace(/\/+$/, '') || null

export const originOf = (site: SiteName): string =>
  site === 'demo' && runningDemo !== null
    ? runningDemo
    : `http://localhost:${process.env[portVariable(site)]}`

/** Key to the mailbox of a site. A running site prints it in a link. */
export const mailboxKeyOf = (origin: string): string => {
  const started = siteNames.filter((name) => name !== 'demo' || runningDemo === null)
  if (started.map(originOf).includes(origin)) return mailboxKey(secretKey)
  const key = process.env.MAILBOX_KEY
  if (key !== undefined && key !== '') return key
  throw new Error(`MAILBOX_KEY must be the key in the link of the mailbox of ${origin}`)
}
