import { mailboxKey } from '@answerable/infra/secrets/derived'
import { adminAddresses, adminOfWorker } from './members.ts'
import type { SiteName } from './site-name.ts'

/** A worker whose journey fails is replaced by one of the next number. */
const workers = Array.from({ length: 100 }, (_, index) => index)

/** Of the sites that are started for the journeys, whose data is thrown away. */
export const secretKey = 'a key for sites that journeys start, of enough length'

/** The sites that journeys visit, with their settings. */
export const sites = {
  /** Full of the documented boycotts, and open to the world. */
  demo: {
    ADMIN_EMAILS: [...adminAddresses, ...workers.map(adminOfWorker)].join(','),
    // Of a test network, from BIP 173.
    DONATE_BITCOIN_ADDRESS: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
    CONTACT_EMAIL: 'team@journeys.example',
  },
  /** Just set up: nothing is submitted, and signing in is limited to some countries. */
  fresh: {
    ALLOWED_JURISDICTIONS: 'us,ca,gb,au,de,fr,jp,kr,in,br',
  },
} as const satisfies Record<SiteName, unknown>

export const siteNames = Object.keys(sites) as SiteName[]

/** Playwright's workers find the sites by what the first reading of the configuration noted. */
export const portVariable = (site: SiteName): string => `E2E_PORT_${site.toUpperCase()}`

/** A site with the demo's content that runs already, as http://localhost:8080; null where one is to be started. */
export const runningDemo: string | null = process.env.E2E_BASE_URL?.replace(/\/+$/, '') || null

export const originOf = (site: SiteName): string =>
  site === 'demo' && runningDemo !== null
    ? runningDemo
    : `http://localhost:${process.env[portVariable(site)]}`

/** What opens the mailbox of a site; that of one that runs already is in the link that it has printed. */
export const mailboxKeyOf = (origin: string): string => {
  const started = siteNames.filter((name) => name !== 'demo' || runningDemo === null)
  if (started.map(originOf).includes(origin)) return mailboxKey(secretKey)
  const key = process.env.MAILBOX_KEY
  if (key !== undefined && key !== '') return key
  throw new Error(`MAILBOX_KEY must be the key in the link of the mailbox of ${origin}`)
}
