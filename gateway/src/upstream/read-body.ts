import type { IncomingMessage } from 'node:http'
import { AppError } from '@answerable/service-kit/errors'

/** Up to here a body that is refused is still read, so that its sender gets to see the refusal. */
const politeBytes = 1_048_576

/**
 * Reads a whole body of at most `maxBytes`. Services get it in one piece, so that a slow sender occupies
 * no connection to them.
 */
export const readBody = async (request: IncomingMessage, maxBytes: number): Promise<Buffer> => {
  const announced = Number(request.headers['content-length'] ?? 0)
  if (announced > politeBytes) throw new AppError('body_too_large')
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length
    if (size > politeBytes) break
    if (size <= maxBytes) chunks.push(chunk)
  }
  if (size > maxBytes) throw new AppError('body_too_large')
  return Buffer.concat(chunks)
}
