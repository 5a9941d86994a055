import { readGeolocation } from '@answerable/contracts/geolocation'
import { AppError } from '@answerable/service-kit/errors'
import { type Router, serve } from '@answerable/service-kit/http/serve'
import type { Deps } from '../deps.ts'
import { locate } from './rules.ts'

type Geography = Pick<Deps, 'config' | 'countryOf'>

export const geolocation = (router: Router, deps: Geography): void => {
  const allowedJurisdictions = deps.config.ALLOWED_JURISDICTIONS
  serve(router, readGeolocation, async ({ clientAddress }) => ({
    geolocation: locate(deps.countryOf(clientAddress), allowedJurisdictions),
    config: { allowedJurisdictions },
  }))
}

/** Refuses a visitor from where signing in is not possible. */
export const requireAllowedLocation = (deps: Geography, clientAddress: string | null): void => {
  const place = locate(deps.countryOf(clientAddress), deps.config.ALLOWED_JURISDICTIONS)
  if (!place.isAllowed) throw new AppError('jurisdiction_restricted')
}
