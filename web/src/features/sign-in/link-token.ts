import { pages } from '@answerable/contracts/pages'

/**
 * Takes the sign-in token out of the address, and the address bar, before anything else can see it:
 * history, referrers, screen shots.
 */
export const takeLinkToken = (location: Location, history: History): string | undefined => {
  if (location.pathname !== pages.authCallback) return undefined
  const token = new URLSearchParams(location.search).get('token') ?? ''
  history.replaceState(null, '', pages.authCallback)
  return token.trim() === '' ? undefined : token
}
