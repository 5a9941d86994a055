import type { IncomingMessage } from 'node:http'
import { plainAddress } from '@answerable/service-kit/http/client-address'

/**
 * Address of the client: of the connection or, behind trusted proxies, the X-Forwarded-For entry that the outermost
 * of them added. Clients can forge the entries before it. Empty when the connection has closed.
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
