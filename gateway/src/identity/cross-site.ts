import type { IncomingMessage } from 'node:http'
import { isOwnOrigin } from '@answerable/service-kit/http/own-origin'

/**
 * Whether a browser was led here by another site. Without Sec-Fetch-Site the origin tells, and without an
 * origin it was no browser, or one that would not send cookies along.
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
