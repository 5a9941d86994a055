import * as z from 'zod/mini'
import { route } from './route.ts'

/** What the operator of this site has set for people to see. */
export const siteInformation = z.strictObject({
  /** Null where donations by Bitcoin are not set up. */
  donateBitcoinAddress: z.nullable(z.string()),
  /** Null where the site gives no address to write to. */
  contactEmail: z.nullable(z.string()),
})
export type SiteInformation = z.output<typeof siteInformation>

export const readSiteInformation = route({
  service: 'gateway',
  method: 'GET',
  path: '/api/site',
  access: 'public',
  response: siteInformation,
})

/** Whether an address is one of Bitcoin's test networks, whose coins are worth nothing. */
export const isTestnetAddress = (address: string): boolean => /^(?:tb1|bcrt1|[mn2])/i.test(address)
