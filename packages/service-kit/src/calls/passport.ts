import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto'
import { type ServiceName, serviceNames } from '@answerable/contracts/route'
import { viewer } from '@answerable/contracts/sessions'
import * as z from 'zod/mini'

/** Header with the passport of a call between services; never accepted from outside. */
export const passportHeader = 'x-passport'
export const passportLifetimeSeconds = 30

const serviceName = z.enum(serviceNames)

const passport = z.strictObject({
  issuer: serviceName,
  audience: serviceName,
  method: z.string(),
  /** Path and query exactly as sent. */
  path: z.string(),
  /** Expiry as Unix time in milliseconds. */
  expiresAt: z.int(),
  viewer: z.nullable(viewer),
  /** Client address and country as seen by the gateway. */
  client: z.nullable(z.strictObject({ address: z.string() })),
})
export type Passport = z.output<typeof passport>

/** Keys by `issuer>audience`. Key objects, because Node takes six times as long to sign with the bytes of a key. */
export type PassportKeys = ReadonlyMap<string, KeyObject>

const pairName = (issuer: ServiceName, audience: ServiceName): string => `${issuer}>${audience}`

/** The pairs of services that call each other. */
const pairs: readonly (readonly [ServiceName, ServiceName])[] = [
  ['gateway', 'auth'],
  ['gateway', 'catalog'],
  ['gateway', 'moderation'],
  ['gateway', 'diagnostics'],
  ['gateway', 'notifications'],
  ['gateway', 'evidence'],
  ['gateway', 'realtime'],
  ['moderation', 'auth'],
  ['moderation', 'catalog'],
  ['moderation', 'evidence'],
  ['evidence', 'catalog'],
  ['notifications', 'auth'],
  ['notifications', 'catalog'],
  ['realtime', 'notifications'],
]

/** Derives a 32-byte key for one purpose from the master key by HKDF-SHA-256 (RFC 5869). */
export const deriveKey = (masterKey: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', masterKey, 'answerable', purpose, 32))

/** The PASSPORT_KEYS of one service: keys of the pairs that include it, derived from the master key. */
export const passportKeysFor = (masterKey: string, service: ServiceName): string =>
  pairs
    .filter((pair) => pair.includes(service))
    .map(([issuer, audience]) => {
      const name = pairName(issuer, audience)
      return `${name}=${deriveKey(masterKey, `passport ${name}`).toString('base64url')}`
    })
    .join(',')

export const readPassportKeys = (text: string): PassportKeys | null => {
  const entries = text.split(',').map((entry) => entry.split('='))
  const keys = new Map(
    entries.map(([pair, key]) => [
      pair ?? '',
      createSecretKey(Buffer.from(key ?? '', 'base64url')),
    ]),
  )
  return [...keys.values()].every((key) => key.symmetricKeySize === 32) ? keys : null
}

const mac = (key: KeyObject, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url')

export const signPassport = (keys: PassportKeys, content: Omit<Passport, 'expiresAt'>): string => {
  const key = keys.get(pairName(content.issuer, content.audience))
  if (key === undefined) throw new Error(`no key for ${content.issuer} > ${content.audience}`)
  const expiresAt = Date.now() + passportLifetimeSeconds * 1000
  const text = Buffer.from(JSON.stringify({ ...content, expiresAt })).toString('base64url')
  return `${text}.${mac(key, text)}`
}

/** Returns the passport if it was signed for exactly this call and has not expired, else null. */
export const verifyPassport = (
  keys: PassportKeys,
  token: string | undefined,
  call: { audience: ServiceName; method: string; path: string },
): Passport | null => {
  const [text, signature, ...rest] = (token ?? '').split('.')
  if (text === undefined || signature === undefined || rest.length > 0) return null
  const content = parsePassport(text)
  if (content === null || content.audience !== call.audience) return null
  const key = keys.get(pairName(content.issuer, content.audience))
  if (key === undefined) return null
  const given = Buffer.from(signature)
  const expected = Buffer.from(mac(key, text))
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  const isForThisCall = content.method === call.method && content.path === call.path
  return isForThisCall && content.expiresAt >= Date.now() ? content : null
}

const parsePassport = (text: string): Passport | null => {
  try {
    const result = passport.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString()))
    return result.success ? result.data : null
  } catch {
    return null
  }
}
