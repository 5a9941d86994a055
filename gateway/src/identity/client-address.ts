import type { IncomingMessage } from 'node:http'
import { plainAddress } from '@answerable/service-kit/http/client-address'

/**
 * Address of the browser: that of the connection or, behind proxies of one's own, the entry of
 * X-Forwarded-For that the outermost of them has added. What stands left of it anyone may have written.
 * Empty when even the connection has none any more.
 */
export const clientAddress = (
  request: Pick<IncomingMessage, 'headers' | 'socket'>,
  trustedHops: number,
): string => {
  const connection = plainAddress(request.socket.remoteAddress ?? '') ?? ''
  if (trustedHops === 0) return connection
  const header = request.headers['x-forwarded-for']
  const entries = (typeof header === 'string' ? header : '').split(',')
  const entry = entries.at(-Math.min(trustedHops, entries.length)) ?? ''
  return plainAddress(entry.trim()) ?? connection
}
