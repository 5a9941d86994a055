import { acceptedEncodings, type Variant } from '../routing/content-encoding.ts'
import { type RequestContext, respond } from '../routing/request-context.ts'
import type { WebFile } from './web-files.ts'

/** Sends a file as compact as the browser takes it, or 304 when it has it already. */
export const serveFile = (exchange: RequestContext, file: WebFile, status: 200 | 404): void => {
  const { headers: asked } = exchange.request
  const variant = variantFor(file, asked['accept-encoding'])
  if (status === 200 && matches(asked['if-none-match'], file.etag)) {
    exchange.response.writeHead(304, [...exchange.headers, ...variant.headers]).end()
    return
  }
  respond(exchange, { status, headers: variant.headers, body: variant.body })
}

const variantFor = ({ identity, encoded }: WebFile, accepted: string | undefined): Variant => {
  for (const encoding of acceptedEncodings(accepted)) {
    const variant = encoded.get(encoding)
    if (variant !== undefined) return variant
  }
  return identity
}

const matches = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch?.split(',').some((entry) => entry.trim().replace(/^W\//, '') === etag) === true
