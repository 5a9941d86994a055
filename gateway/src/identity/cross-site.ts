import type { IncomingMessage } from 'node:http'
import { isOwnOrigin } from '@answerable/service-kit/http/own-origin'

/**
 * Whether another site caused the request, by Sec-Fetch-Site or else Origin. A request without both comes from no
 * browser, or from one that sends no cookies with it.
 */
export const isCrossSite = (
  { headers }: Pick<IncomingMessage, 'headers'>,
  publicOrigin: string,
): boolean => {
  const fetchSite = headers['sec-fetch-site']
  if (fetchSite !== undefined) return fetchSite !== 'same-origin' && fetchSite !== 'none'
  return isForeignOrigin(headers, publicOrigin)
}

export const isForeignOrigin = (
  { origin, host }: IncomingMessage['headers'],
  publicOrigin: string,
): boolean => origin !== undefined && !isOwnOrigin(origin, { publicOrigin, host })
