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

/** A whole answer of a service to a visitor, as it came. */
export type UpstreamResponse = { status: number; headers: IncomingHttpHeaders; body: Buffer }

export type CacheEntry = {
  /** Of the header X-Total-Count. */
  total: string | null
  /**
   * The same for every encoding, so it is a weak one. The service's own, which differs where the body or
   * a header that is passed on does, or else made here.
   */
  etag: string
  /** Of the answer that says that nothing has changed. */
  unchangedHeaders: readonly string[]
  /** Of every other, whatever its encoding. */
  commonHeaders: readonly string[]
  identity: Variant
  /** Made when it is first asked for. */
  encoded: Map<Encoding, Variant | Promise<Variant>>
  /** At most what it will take of the memory. */
  bytes: number
  /** When its service was asked, on the clock of performance.now() like the two below. */
  askedAt: number
  freshUntil: number
  staleUntil: number
}

export type Lifetime = { freshMilliseconds: number; staleMilliseconds: number }

const maxStaleSeconds = 60

/** How long a service lets the gateway keep an answer; null where it does not say so. */
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

const passedHeaders = ['x-total-count', 'link']

/** `askedAt` is when the service was asked: what changed since may be missing. */
export const cacheEntryOf = (
  { headers, body }: UpstreamResponse,
  { freshMilliseconds, staleMilliseconds }: Lifetime,
  askedAt: number,
): CacheEntry => {
  const passed = passedHeaders.flatMap((name) => {
    const value = headers[name]
    return typeof value === 'string' ? [name, value] : []
  })
  const etag = headers.etag === undefined ? madeEtag(passed, body) : weakEtag(headers.etag)
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
    total: typeof total === 'string' ? total : null,
    etag,
    unchangedHeaders,
    commonHeaders,
    identity: { headers: [...commonHeaders, ...length], body },
    encoded: new Map(),
    bytes: body.length * 3 + 2_000,
    askedAt,
    freshUntil: askedAt + freshMilliseconds,
    staleUntil: askedAt + staleMilliseconds,
  }
}

/** For an answer whose service says nothing that tells it from others. */
const madeEtag = (passed: readonly string[], body: Buffer): string => {
  const digest = createHash('sha256').update(passed.join('\n')).update(body).digest('base64url')
  return `W/"${digest.slice(0, 22)}"`
}

/** The answer in an encoding; in most cases it is there at once. */
export const variantOf = (
  kept: CacheEntry,
  encoding: Encoding | 'identity',
): Variant | Promise<Variant> => {
  if (encoding === 'identity' || kept.identity.body.length < minCompressedBytes)
    return kept.identity
  const found = kept.encoded.get(encoding)
  if (found !== undefined) return found
  const making = makeVariant(kept, encoding)
  kept.encoded.set(encoding, making)
  making.catch(() => kept.encoded.delete(encoding))
  return making
}

const makeVariant = async (kept: CacheEntry, encoding: Encoding): Promise<Variant> => {
  const encoded = await encode(kept.identity.body, encoding)
  const described = ['content-encoding', encoding, 'content-length', String(encoded.length)]
  const headers = [...kept.commonHeaders, ...described]
  const variant = { headers, body: encoded }
  kept.encoded.set(encoding, variant)
  return variant
}
