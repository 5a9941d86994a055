import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isIPv4 } from 'node:net'

const hour = 3_600_000

export type Certificate = { key: string; cert: string }

/** A certificate for this host name, signed with its own key and valid for a day, or until `end`. */
export const selfSigned = (host: string, end = Date.now() + 24 * hour): Certificate => {
  const keys = newKeys()
  return certify(keys, {
    name: host,
    end,
    extensions: [hostName(host)],
    issuer: { name: host, ...keys },
  })
}

export type Authority = {
  /** Its own certificate, for those who trust it. */
  cert: string
  /** A certificate for this host name, valid for a day, or until `end`. */
  issue: (host: string, end?: number) => Certificate
}

/** A certificate authority. */
export const newAuthority = (name: string): Authority => {
  const keys = newKeys()
  const issuer = { name, ...keys }
  const end = Date.now() + 24 * hour
  return {
    cert: certify(keys, { name, end, extensions: [mayIssue], issuer }).cert,
    issue: (host, until = end) =>
      certify(newKeys(), { name: host, end: until, extensions: [hostName(host)], issuer }),
  }
}

type Keys = { publicKey: KeyObject; privateKey: KeyObject }

const newKeys = (): Keys => generateKeyPairSync('ec', { namedCurve: 'P-256' })

type Content = {
  name: string
  end: number
  extensions: readonly Buffer[]
  issuer: { name: string; privateKey: KeyObject }
}

/** Writes a certificate of X.509 v3 (RFC 5280). */
const certify = ({ publicKey, privateKey }: Keys, wanted: Content): Certificate => {
  const { name, end, extensions, issuer } = wanted
  const content = sequence(
    tlv(0xa0, integer(2)),
    tlv(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    sequence(oid(ecdsaWithSha256)),
    named(issuer.name),
    sequence(time(Math.min(Date.now(), end) - hour), time(end)),
    named(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, sequence(...extensions)),
  )
  const signature = sign('sha256', content, issuer.privateKey)
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
const basicConstraints = [0x55, 0x1d, 0x13]

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

const named = (name: string): Buffer =>
  sequence(tlv(0x31, sequence(oid(commonName), tlv(0x0c, Buffer.from(name)))))

/** The name of a host, or its IPv4 address. */
const hostName = (host: string): Buffer => {
  const name = isIPv4(host)
    ? tlv(0x87, Buffer.from(host.split('.').map(Number)))
    : tlv(0x82, Buffer.from(host))
  return sequence(oid(subjectAltName), tlv(0x04, sequence(name)))
}

/** Critical: the key may sign certificates. */
const isTrue = tlv(0x01, Buffer.from([0xff]))
const mayIssue = sequence(oid(basicConstraints), isTrue, tlv(0x04, sequence(isTrue)))

const pem = (der: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n`
