import {
  type beginConfirmation,
  type beginPasskey,
  challengeSeconds,
} from '@answerable/contracts/passkeys'
import type * as z from 'zod/mini'
import { relyingPartyOf, type Site } from './relying-party.ts'
import type { StoredPasskey } from './store.ts'

type Ceremony = { challenge: string; passkeys: readonly StoredPasskey[] }

const timeout = challengeSeconds * 1_000
/** EdDSA, ES256 and RS256 (COSE). */
const algorithms = [-8, -7, -257]

/** What a browser needs to create a passkey. Authenticators that have one of `passkeys` refuse to. */
export const creationOptions = (
  site: Site,
  { viewer, challenge, passkeys }: Ceremony & { viewer: { id: string; username: string } },
): z.output<typeof beginPasskey.response> => {
  const { id, name } = relyingPartyOf(site)
  return {
    challenge,
    rp: { id, name },
    user: {
      // Authenticators store the names; the id must not identify the person.
      id: Buffer.from(viewer.id.replaceAll('-', ''), 'hex').toString('base64url'),
      name: viewer.username,
      displayName: viewer.username,
    },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout,
    attestation: 'none',
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    excludeCredentials: passkeys.map(descriptorOf),
  }
}

/** What a browser needs to ask for one of `passkeys`. */
export const confirmationOptions = (
  site: Site,
  { challenge, passkeys }: Ceremony,
): z.output<typeof beginConfirmation.response> => ({
  challenge,
  rpId: relyingPartyOf(site).id,
  timeout,
  userVerification: 'required',
  allowCredentials: passkeys.map(descriptorOf),
})

const descriptorOf = ({ credentialId, transports }: StoredPasskey) => ({
  id: credentialId,
  type: 'public-key' as const,
  transports,
})
