import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { sharedCacheHeader } from '@answerable/service-kit/http/shared-cache-control'
import {
  type Encoding,
  encode,
  minCompressedBytes,
  type Variant,
  weakEtag,
} from '../routing/content-encoding.ts'

/** A complete response of a service to a visitor. */
export type UpstreamResponse = { status: number; headers: IncomingHttpHeaders; body: Buffer }

export type CacheEntry = {
  /** X-Total-Count. */
  totalCount: string | null
  /**
   * Weak, because all encodings share it. The service's ETag, or else a hash of the body and the headers that
   * are passed on.
   */
  etag: string
  /** Headers of a 304 response. */
  unchangedHeaders: readonly string[]
  /** Headers of a 200 response, in any encoding. */
  commonHeaders: readonly string[]
  identity: Variant
  /** Compressed on first use. */
  encoded: Map<Encoding, Variant | Promise<Variant>>
  /** Upper bound of its memory. */
  bytes: number
  /** When the service was called, by performance.now() like the two below. */
  requestedAt: number
  freshUntil: number
  staleUntil: number
  /** Whether it lacks a change after which open pages send a single request. */
  isOutdated: boolean
}

export type Lifetime = { freshMilliseconds: number; staleMilliseconds: number }

const maxStaleSeconds = 60

/** How long a service allows a response to be cached; null when it does not. */
export const lifetimeOf = ({ status, headers }: UpstreamResponse): Lifetime | null => {
  const directives = headers[sharedCacheHeader]
  if (status !== 200 || typeof directives !== 'string') return null
  const seconds = (directive: RegExp): number => Number(directive.exec(directives)?.[1] ?? 0)
  const fresh = seconds(maxAge)
  if (fresh === 0) return null
  const stale = Math.min(fresh + seconds(staleIfError), maxStaleSeconds)
  return { freshMilliseconds: fresh * 1_000, staleMilliseconds: stale * 1_000 }
}

const maxAge = /(?:^|[ ,])max-age=(\d+)/
const staleIfError = /(?:^|[ ,])stale-if-error=(\d+)/

const passedHeaders = ['x-total-count', 'link', 'search-corrected-to']

/** Later changes than `requestedAt` may be missing from the response. */
export const cacheEntryOf = (
  { headers, body }: UpstreamResponse,
  { freshMilliseconds, staleMilliseconds }: Lifetime,
  requestedAt: number,
): CacheEntry => {
  const passed = passedHeaders.flatMap((name) => {
    const value = headers[name]
    return typeof value === 'string' ? [name, value] : []
  })
  const etag = headers.etag === undefined ? hashEtag(passed, body) : weakEtag(headers.etag)
  const unchangedHeaders = [
    ...passed,
    'etag',
    etag,
    'cache-control',
    'no-cache',
    'vary',
    'cookie, accept-encoding',
  ]
  const type = headers['content-type'] ?? 'application/json; charset=utf-8'
  const commonHeaders = ['content-type', type, ...unchangedHeaders]
  const length = ['content-length', String(body.length)]
  const total = headers['x-total-count']
  return {
    totalCount: typeof total === 'string' ? total : null,
    etag,
    unchangedHeaders,
    commonHeaders,
    identity: { headers: [...commonHeaders, ...length], body },
    encoded: new Map(),
    bytes: body.length * 3 + 2_000,
    requestedAt,
    freshUntil: requestedAt + freshMilliseconds,
    staleUntil: requestedAt + staleMilliseconds,
    isOutdated: false,
  }
}

const hashEtag = (passed: readonly string[], body: Buffer): string => {
  const digest = createHash('sha256').update(passed.join('\n')).update(body).digest('base64url')
  return `W/"${digest.slice(0, 22)}"`
}

/** The response in an encoding; a promise only while it is being compressed. */
export const variantOf = (
  entry: CacheEntry,
  encoding: Encoding | 'identity',
): Variant | Promise<Variant> => {
  if (encoding === 'identity' || entry.identity.body.length < minCompressedBytes)
    return entry.identity
  const found = entry.encoded.get(encoding)
  if (found !== undefined) return found
  const making = makeVariant(entry, encoding)
  entry.encoded.set(encoding, making)
  making.catch(() => entry.encoded.delete(encoding))
  return making
}

const makeVariant = async (entry: CacheEntry, encoding: Encoding): Promise<Variant> => {
  const encoded = await encode(entry.identity.body, encoding)
  const described = ['content-encoding', encoding, 'content-length', String(encoded.length)]
  const headers = [...entry.commonHeaders, ...described]
  const variant = { headers, body: encoded }
  entry.encoded.set(encoding, variant)
  return variant
}
