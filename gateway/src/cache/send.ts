import { acceptedEncoding } from '../content-encoding.ts'
import type { Exchange } from '../exchange.ts'
import { type KeptAnswer, type Variant, variantOf } from './kept-answer.ts'

/** Sends what is kept, or that the caller has the same already. */
export const sendKept = async (exchange: Exchange, answer: KeptAnswer): Promise<void> => {
  const { request, response, headers } = exchange
  const held = request.headers['if-none-match']
  if (held !== undefined && isHeld(held, answer.etag)) {
    response.writeHead(304, [...headers, ...answer.unchangedHeaders]).end()
    return
  }
  const variant = variantOf(answer, acceptedEncoding(request.headers['accept-encoding']))
  sendVariant(exchange, variant instanceof Promise ? await variant : variant)
}

const sendVariant = ({ response, headers }: Exchange, variant: Variant): void => {
  response.writeHead(200, [...headers, ...variant.headers]).end(variant.body)
}

/** Weak comparison (RFC 9110, 13.1.2). */
const isHeld = (held: string, etag: string): boolean =>
  held === etag ||
  held.split(',').some((entry) => {
    const tag = entry.trim()
    return tag === '*' || tag === etag || `W/${tag}` === etag
  })
