import { readableAddress } from '@answerable/contracts/links'
import { FetchFailure } from './failure.ts'
import type { Response } from './request.ts'

export const maxRedirects = 5

const permanent = new Set([301, 308])
const redirecting = new Set([...permanent, 302, 303, 307])

export type Redirect = { to: URL; isPermanent: boolean }

/** Where a response redirects; null if it does not. Throws FetchFailure if no program may follow it. */
export const redirectOf = (response: Response, from: URL): Redirect | null => {
  if (!redirecting.has(response.status)) return null
  const location = response.header('location')
  if (location === null) return null
  const target = URL.parse(location, from.href)
  const address = target === null ? null : readableAddress(target.href)
  if (address === null) throw new FetchFailure('not-public')
  return { to: new URL(address), isPermanent: permanent.has(response.status) }
}

/** Whether both are addresses of one page: the protocol, `www.` and a final slash do not matter. */
export const isSamePage = (one: URL, other: URL): boolean => pageOf(one) === pageOf(other)

const pageOf = ({ hostname, pathname, search }: URL): string =>
  `${hostname.replace(/^www\./, '')}${pathname.replace(/\/$/, '')}${search}`
