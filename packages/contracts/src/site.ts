import * as z from 'zod/mini'
import { route } from './route.ts'

/** Public settings of this site. */
export const siteInformation = z.strictObject({
  /** Null if Bitcoin donations are not configured. */
  donateBitcoinAddress: z.nullable(z.string()),
  /** Null if no contact address is configured. */
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

/** Whether an address belongs to a Bitcoin test network, whose coins have no value. */
export const isTestnetAddress = (address: string): boolean => /^(?:tb1|bcrt1|[mn2])/i.test(address)
