import { generateKeyPairSync, sign } from 'node:crypto'

const hour = 3_600_000

export type Certificate = { key: string; cert: string }

/** A certificate for this host name, signed with its own key and valid for a day (X.509 v3, RFC 5280), or until `end`. */
export const selfSigned = (host: string, end = Date.now() + 24 * hour): Certificate => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(tlv(0x31, sequence(oid(commonName), tlv(0x0c, Buffer.from(host)))))
  const content = sequence(
    tlv(0xa0, integer(2)),
    integer(1),
    sequence(oid(ecdsaWithSha256)),
    name,
    sequence(time(Math.min(Date.now(), end) - hour), time(end)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, sequence(subjectAlternativeName(host))),
  )
  const signature = sign('sha256', content, privateKey)
  const certificate = sequence(
    content,
    sequence(oid(ecdsaWithSha256)),
    tlv(0x03, Buffer.concat([Buffer.from([0]), signature])),
  )
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: pem(certificate),
  }
}

// Object identifiers in DER.
const ecdsaWithSha256 = [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]
const commonName = [0x55, 0x04, 0x03]
const subjectAltName = [0x55, 0x1d, 0x11]

const lengthOf = (size: number): Buffer => {
  if (size < 128) return Buffer.from([size])
  return size < 256 ? Buffer.from([0x81, size]) : Buffer.from([0x82, size >> 8, size & 255])
}

const tlv = (tag: number, ...contents: Buffer[]): Buffer => {
  const content = Buffer.concat(contents)
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content])
}

const sequence = (...contents: Buffer[]): Buffer => tlv(0x30, ...contents)
const integer = (value: number): Buffer => tlv(0x02, Buffer.from([value]))
const oid = (bytes: readonly number[]): Buffer => tlv(0x06, Buffer.from(bytes))

/** UTCTime, which is valid until 2049. */
const time = (milliseconds: number): Buffer => {
  const digits = new Date(milliseconds).toISOString().replace(/\D/g, '')
  return tlv(0x17, Buffer.from(`${digits.slice(2, 14)}Z`))
}

const subjectAlternativeName = (host: string): Buffer =>
  sequence(oid(subjectAltName), tlv(0x04, sequence(tlv(0x82, Buffer.from(host)))))

const pem = (der: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n`
