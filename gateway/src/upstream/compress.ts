import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import type { Route } from '@answerable/contracts/route'
import {
  acceptedEncoding,
  type Encoding,
  encode,
  minCompressedBytes,
  weakEtag,
} from '../routing/content-encoding.ts'

/** The response or the encoder in front of it. */
export type Body = Pick<ServerResponse, 'write' | 'end'>

/** Compresses a page of the feed to a third in under a millisecond; the highest quality takes fifty times as long. */
const brotliQuality = 4

/** Only public reads are compressed: the length of a compressed response could reveal secrets in it. */
export const isCompressible = ({ method, access, service }: Route): boolean =>
  method === 'GET' && access === 'public' && service !== 'auth'

export const encodingFor = (
  { headers }: IncomingMessage,
  upstreamResponse: { status: number; headers: IncomingHttpHeaders },
): Encoding | null => {
  const length = Number(upstreamResponse.headers['content-length'] ?? Number.POSITIVE_INFINITY)
  const isEncoded = upstreamResponse.headers['content-encoding'] !== undefined
  if (isEncoded || upstreamResponse.status !== 200 || length < minCompressedBytes) return null
  const encoding = acceptedEncoding(headers['accept-encoding'])
  return encoding === 'identity' ? null : encoding
}

/** Without the length, which is not known yet, and with a weak ETag. */
export const encodedHeaders = (
  { 'content-length': _, etag, ...others }: IncomingHttpHeaders,
  encoding: Encoding,
): IncomingHttpHeaders => ({
  ...others,
  'content-encoding': encoding,
  ...(etag === undefined ? {} : { etag: weakEtag(etag) }),
})

const encodedBodies = new WeakMap<Buffer, Map<Encoding, Promise<Buffer>>>()

/** Compresses a body that several responses share. */
export const encodeOnce = (body: Buffer, encoding: Encoding): Promise<Buffer> => {
  const ofBody = encodedBodies.get(body) ?? new Map<Encoding, Promise<Buffer>>()
  encodedBodies.set(body, ofBody)
  const encoded = ofBody.get(encoding) ?? encode(body, encoding)
  ofBody.set(encoding, encoded)
  return encoded
}

export const compressInto = (response: ServerResponse, encoding: Encoding): Body => {
  const encoder =
    encoding === 'gzip'
      ? createGzip()
      : createBrotliCompress({
          params: {
            [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
            [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
          },
        })
  encoder.once('error', () => response.destroy())
  response.once('close', () => encoder.destroy())
  encoder.pipe(response)
  return encoder as unknown as Body
}
