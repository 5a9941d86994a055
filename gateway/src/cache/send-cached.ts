import { acceptedEncoding, type Variant } from '../routing/content-encoding.ts'
import type { RequestContext } from '../routing/request-context.ts'
import { type CacheEntry, variantOf } from './cache-entry.ts'

/** Sends what is kept, or that the caller has the same already. */
export const sendCached = async (exchange: RequestContext, answer: CacheEntry): Promise<void> => {
  const { request, response, headers } = exchange
  const held = request.headers['if-none-match']
  if (held !== undefined && isHeld(held, answer.etag)) {
    response.writeHead(304, [...headers, ...answer.unchangedHeaders]).end()
    return
  }
  const variant = variantOf(answer, acceptedEncoding(request.headers['accept-encoding']))
  sendVariant(exchange, variant instanceof Promise ? await variant : variant)
}

const sendVariant = ({ response, headers }: RequestContext, variant: Variant): void => {
  response.writeHead(200, [...headers, ...variant.headers]).end(variant.body)
}

/** Weak comparison (RFC 9110, 13.1.2). */
const isHeld = (held: string, etag: string): boolean =>
  held === etag ||
  held.split(',').some((entry) => {
    const tag = entry.trim()
    return tag === '*' || tag === etag || `W/${tag}` === etag
  })
