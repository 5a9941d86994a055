import {
  type assertion,
  type newCredential,
  type Transport,
  transports,
} from '@answerable/contracts/passkeys'
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import type * as z from 'zod/mini'
import { equalHashes, hashOf } from '../secrets.ts'
import { relyingPartyOf, type Site } from './relying-party.ts'
import type { StoredPasskey } from './store.ts'

// The library loads slowly and is imported at the first ceremony only.

/**
 * Checks what an authenticator has sent. The result is null for every reason to refuse it; the library's errors quote
 * challenges, so they are neither thrown nor logged.
 */
const verified = async <Result>(verify: () => Promise<Result>): Promise<Result | null> =>
  verify().catch(() => null)

const isChallenge = (challengeHash: string) => (challenge: string) =>
  equalHashes(hashOf(challenge), challengeHash)

type VerifiedCredential = Pick<
  StoredPasskey,
  'credentialId' | 'publicKey' | 'counter' | 'transports'
>

export const verifyNewCredential = async (
  site: Site,
  {
    credential,
    challengeHash,
  }: { credential: z.output<typeof newCredential>; challengeHash: string },
): Promise<VerifiedCredential | null> => {
  const { origin, id } = relyingPartyOf(site)
  const { clientDataJSON, attestationObject } = credential.response
  const result = await verified(() =>
    verifyRegistrationResponse({
      response: {
        ...credential,
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
      expectedChallenge: isChallenge(challengeHash),
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
    }),
  )
  if (result?.verified !== true) return null
  const added = result.registrationInfo.credential
  return {
    credentialId: added.id,
    publicKey: Buffer.from(added.publicKey),
    counter: added.counter,
    transports: (credential.response.transports ?? []).filter(isTransport),
  }
}

/** The new counter, or null. A counter that has not increased reveals a copy of the authenticator. */
export const verifyAssertion = async (
  site: Site,
  {
    credential,
    challengeHash,
    passkey,
  }: {
    credential: z.output<typeof assertion>
    challengeHash: string
    passkey: Pick<StoredPasskey, 'credentialId' | 'publicKey' | 'counter'>
  },
): Promise<{ counter: number } | null> => {
  const { origin, id } = relyingPartyOf(site)
  const result = await verified(() =>
    verifyAuthenticationResponse({
      response: { ...credential, clientExtensionResults: {} },
      expectedChallenge: isChallenge(challengeHash),
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
      },
    }),
  )
  return result?.verified === true ? { counter: result.authenticationInfo.newCounter } : null
}

const known: readonly string[] = transports
const isTransport = (text: string): text is Transport => known.includes(text)
