import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { FetchFailure } from './failure.ts'
import type { Response } from './request.ts'

/**
 * Reads a body piece by piece, at most `maxBytes` as sent and `maxBytes` decompressed; what follows is left unread.
 * Returns false without reading if the body has an encoding that was not requested.
 */
export const readBody = async (
  { body, header }: Pick<Response, 'body' | 'header'>,
  maxBytes: number,
  onPiece: (piece: Buffer) => void,
): Promise<boolean> => {
  const encoding = (header('content-encoding') ?? '').trim().toLowerCase()
  if (encoding === '' || encoding === 'identity') {
    await readPieces(body, maxBytes, onPiece)
    return true
  }
  if (encoding !== 'gzip' && encoding !== 'x-gzip') return false
  await readPieces(decompressed(body, maxBytes), maxBytes, onPiece)
  return true
}

const readPieces = async (
  pieces: AsyncIterable<Buffer>,
  maxBytes: number,
  onPiece: (piece: Buffer) => void,
): Promise<void> => {
  let left = maxBytes
  for await (const piece of pieces) {
    onPiece(piece.subarray(0, left))
    left -= piece.length
    if (left <= 0) return
  }
}

/** Decompresses on demand, so that a small body that expands to gigabytes takes no more memory than others. */
async function* decompressed(body: Readable, maxBytes: number): AsyncGenerator<Buffer> {
  const gunzip = createGunzip()
  let received = 0
  body.on('data', (piece: Buffer) => {
    received += piece.length
    if (received > maxBytes) {
      body.destroy()
      gunzip.end()
    } else if (!gunzip.write(piece)) {
      body.pause()
      gunzip.once('drain', () => body.resume())
    }
  })
  body.once('end', () => gunzip.end())
  body.once('error', (error: Error) => gunzip.destroy(error))
  try {
    yield* gunzip
  } catch (error) {
    // The rest of a body that was cut off is missing.
    if (received <= maxBytes) throw new FetchFailure('no-valid-response', error)
  } finally {
    body.destroy()
    gunzip.destroy()
  }
}
