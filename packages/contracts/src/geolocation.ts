import * as z from 'zod/mini'
import { route } from './route.ts'

export const geolocation = z.strictObject({
  isAllowed: z.boolean(),
  /** Lower-case ISO 3166-1 code, or 'unknown'. */
  jurisdiction: z.string(),
  /** Upper-case ISO 3166-1 code, or 'Unknown'. */
  country: z.string(),
})

export const readGeolocation = route({
  service: 'auth',
  method: 'GET',
  path: '/api/auth/geolocation',
  access: 'public',
  response: z.strictObject({
    geolocation,
    config: z.strictObject({
      /** Lower-case codes; may include 'global'. */
      allowedJurisdictions: z.array(z.string()),
    }),
  }),
})
