import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { deriveKey } from '@answerable/service-kit/calls/passport'
import type { Config } from '../config.ts'

export type SigningKey = {
  /** As PEM. */
  publicKey: string
  /** The Ed25519 signature of these bytes. */
  sign: (content: Buffer) => Buffer
}

/** PKCS #8 of an Ed25519 key up to its 32 bytes (RFC 8410). */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The key that signs snapshots. It is derived from the site's key, as every other secret, and changes with it. */
export const openSigningKey = (config: Pick<Config, 'PASSPORT_KEYS'>): SigningKey => {
  const secret = config.PASSPORT_KEYS.get('moderation>catalog')
  if (secret === undefined) throw new Error('the key of moderation is missing')
  const key = ed25519KeyOf(deriveKey(secret.export().toString('base64url'), 'open data'))
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString()
  return { publicKey, sign: (content) => sign(null, content, key) }
}

const ed25519KeyOf = (seed: Buffer): KeyObject =>
  createPrivateKey({ key: Buffer.concat([pkcs8Head, seed]), format: 'der', type: 'pkcs8' })
