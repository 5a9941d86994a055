import { acceptedEncodings, type Variant } from '../routing/content-encoding.ts'
import { type RequestContext, respond } from '../routing/request-context.ts'
import type { WebFile } from './web-files.ts'

/** Sends a file in the most compact encoding that the client accepts, or 304 if the client has it. */
export const serveFile = (context: RequestContext, file: WebFile, status: 200 | 404): void => {
  const { headers: received } = context.request
  const variant = variantFor(file, received['accept-encoding'])
  if (status === 200 && matches(received['if-none-match'], file.etag)) {
    context.response.writeHead(304, [...context.headers, ...variant.headers]).end()
    return
  }
  respond(context, { status, headers: variant.headers, body: variant.body })
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
