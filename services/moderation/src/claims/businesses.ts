import {
  type ClaimedBusiness,
  maxClaimedBusinesses,
  readClaimedBusinesses,
} from '@answerable/contracts/claims'
import { AppError } from '@answerable/service-kit/errors'
import type { Deps } from '../deps.ts'

type Catalog = Pick<Deps, 'catalog'>

/** The businesses of claims, by id. */
export const readBusinesses = async (
  { catalog }: Catalog,
  ids: readonly string[],
  requestId: string,
): Promise<ReadonlyMap<string, ClaimedBusiness>> => {
  const unique = [...new Set(ids)]
  const found = new Map<string, ClaimedBusiness>()
  for (let from = 0; from < unique.length; from += maxClaimedBusinesses) {
    const body = { ids: unique.slice(from, from + maxClaimedBusinesses) }
    const { businesses } = await catalog(readClaimedBusinesses, { body }, requestId)
    for (const business of businesses) found.set(business.id, business)
  }
  return found
}

/** Throws `business_not_found`. */
export const readBusiness = async (
  deps: Catalog,
  id: string,
  requestId: string,
): Promise<ClaimedBusiness> => {
  const business = (await readBusinesses(deps, [id], requestId)).get(id)
  if (business === undefined) throw new AppError('business_not_found')
  return business
}
