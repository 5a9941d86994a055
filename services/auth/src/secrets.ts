import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { codeLength } from '@answerable/contracts/sign-in'

/** 256 bits for a cookie or a link, base64url. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

export const newCode = (): string => String(randomInt(10 ** codeLength)).padStart(codeLength, '0')

/** The stored hash of a random secret: SHA-256, base64url. */
export const hashOf = (secret: string): string =>
  createHash('sha256').update(secret).digest('base64url')

/** The stored hash of a guessable text (a code, an address): HMAC-SHA-256, base64url. */
export const keyedHash = (key: Buffer, purpose: string, text: string): string =>
  createHmac('sha256', key).update(`${purpose}\n${text}`).digest('base64url')

/** The stored hash of a code. It includes the flow, so that equal codes have different hashes. */
export const codeMacOf = (codeKey: Buffer, flowId: string, code: string): string =>
  keyedHash(codeKey, 'code', `${flowId} ${code}`)

export const equalHashes = (one: string, other: string): boolean => {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}
