import { pages } from '@answerable/contracts/pages'

/**
 * Removes the sign-in token from the address before it can leak into the history, referrers or screenshots.
 */
export const takeLinkToken = (location: Location, history: History): string | undefined => {
  if (location.pathname !== pages.authCallback) return undefined
  const token = new URLSearchParams(location.search).get('token') ?? ''
  history.replaceState(null, '', pages.authCallback)
  return token.trim() === '' ? undefined : token
}
