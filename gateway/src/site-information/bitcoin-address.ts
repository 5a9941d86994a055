import { createHash } from 'node:crypto'

/**
 * Whether a text is an address of Bitcoin or one of its test networks, its checksum included: what is
 * sent to a mistyped address is gone.
 */
export const isBitcoinAddress = (text: string): boolean =>
  isSegwitAddress(text) || isLegacyAddress(text)

const segwitCharacters = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const segwitPrefix = /^(bc|tb|bcrt)1([02-9ac-hj-np-z]{14,87})$/

/** By BIP 173 and BIP 350: version 0 is checked as bech32, later ones as bech32m. */
const isSegwitAddress = (text: string): boolean => {
  if (text !== text.toLowerCase() && text !== text.toUpperCase()) return false
  const [, prefix, data] = segwitPrefix.exec(text.toLowerCase()) ?? []
  if (prefix === undefined || data === undefined || text.length > 90) return false
  const values = Array.from(data, (character) => segwitCharacters.indexOf(character))
  const [version = 0, ...program] = values.slice(0, -6)
  const bytes = Math.floor((program.length * 5) / 8)
  const fits = version === 0 ? bytes === 20 || bytes === 32 : bytes >= 2 && bytes <= 40
  const constant = version === 0 ? 1 : 0x2bc830a3
  return version <= 16 && fits && bech32Polymod([...expandPrefix(prefix), ...values]) === constant
}

const expandPrefix = (prefix: string): number[] => {
  const codes = Array.from(prefix, (character) => character.charCodeAt(0))
  return [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31)]
}

const generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]

const bech32Polymod = (values: readonly number[]): number =>
  values.reduce((sum, value) => {
    const top = sum >> 25
    return generators.reduce(
      (next, generator, bit) => ((top >> bit) & 1 ? next ^ generator : next),
      ((sum & 0x1ffffff) << 5) ^ value,
    )
  }, 1)

const base58Characters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const legacyPrefix = /^[132mn][1-9A-HJ-NP-Za-km-z]{25,34}$/
/** Pay to key hash and to script hash, on the main and the test networks. */
const legacyVersions = [0x00, 0x05, 0x6f, 0xc4]

const isLegacyAddress = (text: string): boolean => {
  if (!legacyPrefix.test(text)) return false
  const number = Array.from(text).reduce(
    (sum, character) => sum * 58n + BigInt(base58Characters.indexOf(character)),
    0n,
  )
  const hex = number.toString(16).padStart(50, '0')
  if (hex.length !== 50) return false
  const bytes = Buffer.from(hex, 'hex')
  const checksum = sha256(sha256(bytes.subarray(0, 21))).subarray(0, 4)
  return legacyVersions.includes(bytes.readUInt8(0)) && checksum.equals(bytes.subarray(21))
}

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()
