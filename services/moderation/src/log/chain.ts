import { createHash } from 'node:crypto'

/** What the first row follows. */
export const firstHash: Buffer = Buffer.alloc(32)

export type Link = { position: number; previousHash: Buffer; payloadHash: Buffer }

/** Hash of a row: of the one before, of its place, and of the hash of what it says. */
export const rowHash = ({ position, previousHash, payloadHash }: Link): Buffer => {
  const place = Buffer.alloc(8)
  place.writeBigUInt64BE(BigInt(position))
  return sha256(previousHash, place, payloadHash)
}

/** Of the text exactly as it is kept. */
export const payloadHash = (text: string): Buffer => sha256(Buffer.from(text))

/** Of a text that may have to go: without its salt, nobody can try out what it was. */
export const noteHash = ({ note, salt }: { note: string; salt: Buffer }): Buffer =>
  sha256(salt, Buffer.from(note))

const sha256 = (...parts: readonly Buffer[]): Buffer => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
