import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

type Ceremony = {
  challenge: string
  /** Those of the site by default. */
  origin?: string
  rpId?: string
  isUserVerified?: boolean
}

export type Authenticator = ReturnType<typeof newAuthenticator>

/** An authenticator in software with one ES256 key. Its responses are those of a browser. */
export const newAuthenticator = () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  const coseKey = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ])
  let counter = 0

  const dataOf = ({ rpId = 'localhost', isUserVerified = true }: Ceremony, added?: Buffer) => {
    const flags = 0x01 | (isUserVerified ? 0x04 : 0) | (added === undefined ? 0 : 0x40)
    const head = Buffer.alloc(5)
    head.writeUInt8(flags)
    head.writeUInt32BE(counter, 1)
    return Buffer.concat([sha256(Buffer.from(rpId)), head, added ?? Buffer.alloc(0)])
  }

  return {
    id,
    /** Sets the counter back, as that of a copy of the authenticator would be. */
    rewind: () => {
      counter -= 1
    },
    create: (ceremony: Ceremony) => {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const added = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey])
      return {
        id,
        rawId: id,
        type: 'public-key' as const,
        response: {
          clientDataJSON: clientDataOf('webauthn.create', ceremony).toString('base64url'),
          attestationObject: attestationOf(dataOf(ceremony, added)).toString('base64url'),
          transports: ['internal', 'carrier-pigeon'],
        },
      }
    },
    get: (ceremony: Ceremony) => {
      counter += 1
      const clientData = clientDataOf('webauthn.get', ceremony)
      const authenticatorData = dataOf(ceremony)
      const signed = Buffer.concat([authenticatorData, sha256(clientData)])
      return {
        id,
        rawId: id,
        type: 'public-key' as const,
        response: {
          clientDataJSON: clientData.toString('base64url'),
          authenticatorData: authenticatorData.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
        },
      }
    },
  }
}

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()

const clientDataOf = (
  type: string,
  { challenge, origin = 'http://localhost:8080' }: Ceremony,
): Buffer => Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

/** CBOR of an attestation without a statement. */
const attestationOf = (authenticatorData: Buffer): Buffer => {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(authenticatorData.length)
  return Buffer.concat([
    Buffer.from('a3'.concat('63', hex('fmt'), '64', hex('none')), 'hex'),
    Buffer.from('67'.concat(hex('attStmt'), 'a0', '68', hex('authData'), '59'), 'hex'),
    length,
    authenticatorData,
  ])
}

const hex = (text: string): string => Buffer.from(text).toString('hex')
