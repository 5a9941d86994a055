import type { IncomingMessage } from 'node:http'

export const requestIdHeader = 'x-request-id'

/** A request header that may occur once; lower-case name. */
export const headerOf = ({ headers }: IncomingMessage, name: string): string | undefined => {
  const value = headers[name]
  return typeof value === 'string' ? value : undefined
}
