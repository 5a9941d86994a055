import { accepts } from '../routing/content-encoding.ts'
import { type RequestContext, respond } from '../routing/request-context.ts'
import type { Variant, WebFile } from './web-files.ts'

/** Sends a file as compact as the browser takes it, or 304 when it has it already. */
export const serveFile = (exchange: RequestContext, file: WebFile, status: 200 | 404): void => {
  const { headers: asked } = exchange.request
  const variant = variantFor(file, asked['accept-encoding'] ?? '')
  if (status === 200 && matches(asked['if-none-match'], file.etag)) {
    exchange.response.writeHead(304, [...exchange.headers, ...variant.headers]).end()
    return
  }
  respond(exchange, { status, headers: variant.headers, body: variant.body })
}

const variantFor = (file: WebFile, accepted: string): Variant => {
  for (const [encoding, variant] of file.variants) {
    if (encoding === 'identity' || accepts(accepted, encoding)) return variant
  }
  throw new Error('every file has its plain variant')
}

const matches = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch?.split(',').some((entry) => entry.trim().replace(/^W\//, '') === etag) === true
