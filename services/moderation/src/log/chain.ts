import { createHash } from 'node:crypto'

/** The previous hash of the first row. */
export const firstHash: Buffer = Buffer.alloc(32)

export type Link = { position: number; previousHash: Buffer; payloadHash: Buffer }

/** Hash of a row: of the previous row's hash, its position, and the hash of its payload. */
export const rowHash = ({ position, previousHash, payloadHash }: Link): Buffer => {
  const place = Buffer.alloc(8)
  place.writeBigUInt64BE(BigInt(position))
  return sha256(previousHash, place, payloadHash)
}

/** The hash of the text exactly as stored. */
export const payloadHash = (text: string): Buffer => sha256(Buffer.from(text))

/** The hash of a text that may be redacted. Once its salt is deleted, guesses of the text cannot be verified. */
export const noteHash = ({ note, salt }: { note: string; salt: Buffer }): Buffer =>
  sha256(salt, Buffer.from(note))

const sha256 = (...parts: readonly Buffer[]): Buffer => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
