import { adminAddresses, adminOfWorker } from './members.ts'
import type { SiteName } from './site-name.ts'

/** A worker whose journey fails is replaced by one of the next number. */
const workers = Array.from({ length: 100 }, (_, index) => index)

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
