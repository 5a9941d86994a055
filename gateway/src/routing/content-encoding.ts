import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'

export type Encoding = 'br' | 'gzip'

/** One encoding of a prepared response: names and values of its headers in turn, and the bytes. */
export type Variant = { headers: readonly string[]; body: Buffer }

/** Smaller responses fit into one packet uncompressed. */
export const minCompressedBytes = 1_400

const encodings: readonly Encoding[] = ['br', 'gzip']
/** By Accept-Encoding. Browsers send only a few different values. */
const negotiated = new LRUCache<string, readonly Encoding[]>({ max: 100 })

/** The encodings that an Accept-Encoding header allows, the most compact first. */
export const acceptedEncodings = (header: string | undefined): readonly Encoding[] => {
  if (header === undefined) return []
  const known = negotiated.get(header)
  if (known !== undefined) return known
  const allowed = new Negotiator({ headers: { 'accept-encoding': header } }).encodings(encodings)
  const accepted = encodings.filter((encoding) => allowed.includes(encoding))
  negotiated.set(header, accepted)
  return accepted
}

/** The most compact encoding that an Accept-Encoding header allows. */
export const acceptedEncoding = (header: string | undefined): Encoding | 'identity' =>
  acceptedEncodings(header)[0] ?? 'identity'

/** An encoded body has other bytes than the one that the ETag names. */
export const weakEtag = (etag: string): string => (etag.startsWith('W/') ? etag : `W/${etag}`)

/** For responses that many readers share: a page of the feed takes 0.75 milliseconds. */
const sharedQuality = 5

export const encode = (
  body: Buffer,
  encoding: Encoding,
  brotliQuality = sharedQuality,
): Promise<Buffer> =>
  encoding === 'br' ? brotli(body, brotliOptions(brotliQuality)) : gzipped(body)

const brotli = promisify(brotliCompress)
const gzipped: (body: Buffer) => Promise<Buffer> = promisify(gzip)
export const brotliOptions = (quality: number) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  },
})
