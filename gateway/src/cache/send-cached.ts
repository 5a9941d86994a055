import { acceptedEncoding, type Variant } from '../routing/content-encoding.ts'
import type { RequestContext } from '../routing/request-context.ts'
import { type CacheEntry, variantOf } from './cache-entry.ts'

/** Sends a cached response, or 304 if the client has it. */
export const sendCached = async (context: RequestContext, entry: CacheEntry): Promise<void> => {
  const { request, response, headers } = context
  const ifNoneMatch = request.headers['if-none-match']
  if (ifNoneMatch !== undefined && matches(ifNoneMatch, entry.etag)) {
    response.writeHead(304, [...headers, ...entry.unchangedHeaders]).end()
    return
  }
  const variant = variantOf(entry, acceptedEncoding(request.headers['accept-encoding']))
  sendVariant(context, variant instanceof Promise ? await variant : variant)
}

const sendVariant = ({ response, headers }: RequestContext, variant: Variant): void => {
  response.writeHead(200, [...headers, ...variant.headers]).end(variant.body)
}

/** Weak comparison (RFC 9110, 13.1.2). */
export const matches = (ifNoneMatch: string, etag: string): boolean =>
  ifNoneMatch === etag ||
  ifNoneMatch.split(',').some((entry) => {
    const tag = entry.trim()
    return tag === '*' || tag === etag || `W/${tag}` === etag
  })
