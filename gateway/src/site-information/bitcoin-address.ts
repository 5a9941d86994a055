import { hash } from 'node:crypto'
import { bech32, bech32m, createBase58check } from '@scure/base'

/**
 * Whether a text is an address of Bitcoin or one of its test networks, checksum included: money sent to a
 * mistyped address is lost.
 */
export const isBitcoinAddress = (text: string): boolean =>
  isSegwitAddress(text) || isLegacyAddress(text)

const segwitPrefixes = new Set(['bc', 'tb', 'bcrt'])
const maxVersion = 16

/** By BIP 173 and BIP 350: version 0 has a bech32 checksum, later versions a bech32m checksum. */
const isSegwitAddress = (text: string): boolean =>
  hasProgram(bech32, text, (version, bytes) => version === 0 && [20, 32].includes(bytes)) ||
  hasProgram(
    bech32m,
    text,
    (version, bytes) => version >= 1 && version <= maxVersion && bytes >= 2 && bytes <= 40,
  )

const hasProgram = (
  codec: typeof bech32,
  text: string,
  isValid: (version: number, bytes: number) => boolean,
): boolean => {
  const { prefix = '', words: [version = -1, ...words] = [] } = codec.decodeUnsafe(text) ?? {}
  const program = codec.fromWordsUnsafe(words)
  return (
    segwitPrefixes.has(prefix) && program instanceof Uint8Array && isValid(version, program.length)
  )
}

const base58check = createBase58check((bytes: Uint8Array) => hash('sha256', bytes, 'buffer'))
/** Pay to public key hash and to script hash, on the main and the test networks. */
const legacyVersions = [0x00, 0x05, 0x6f, 0xc4]
const legacyBytes = 21
/** Base58 takes quadratic time, so longer texts are not decoded. */
const maxLegacyCharacters = 35

const isLegacyAddress = (text: string): boolean => {
  if (text.length > maxLegacyCharacters) return false
  try {
    const [version = -1, ...payload] = base58check.decode(text)
    return legacyVersions.includes(version) && payload.length === legacyBytes - 1
  } catch {
    return false
  }
}
