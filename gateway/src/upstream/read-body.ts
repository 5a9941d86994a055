import type { IncomingMessage } from 'node:http'
import { AppError } from '@answerable/service-kit/errors'

/** A larger body than allowed is read up to here, so that its sender receives the refusal. */
const maxReadBytes = 1_048_576

/** Reads a whole body of at most `maxBytes`, so that a slow client does not occupy a connection to a service. */
export const readBody = async (request: IncomingMessage, maxBytes: number): Promise<Buffer> => {
  const announced = Number(request.headers['content-length'] ?? 0)
  if (announced > maxReadBytes) throw new AppError('body_too_large')
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length
    if (size > maxReadBytes) break
    if (size <= maxBytes) chunks.push(chunk)
  }
  if (size > maxBytes) throw new AppError('body_too_large')
  return Buffer.concat(chunks)
}
