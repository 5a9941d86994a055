import * as z from 'zod/mini'
import { type Route, route } from './route.ts'
import { line } from './text.ts'

/** Maximum number of passkeys of an administrator. */
export const maxPasskeys = 10

export const passkeyNameLimits = { min: 1, max: 40 }
/** A name by which the administrator tells passkeys apart. */
const passkeyName = line(passkeyNameLimits)

export const passkey = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  /** Null until it has confirmed something. */
  lastUsedAt: z.nullable(z.iso.datetime()),
})
export type Passkey = z.output<typeof passkey>

/** How long a challenge is valid. */
export const challengeSeconds = 300
/** How long a confirmation is valid, in the session that made it. */
export const confirmationSeconds = 600
/** The first passkey needs a session that is at most this old. */
export const recentSignInSeconds = 600

// The messages of WebAuthn in JSON (https://www.w3.org/TR/webauthn-3, section 5.1.8 to 5.1.10).

export const transports = [
  'ble',
  'cable',
  'hybrid',
  'internal',
  'nfc',
  'smart-card',
  'usb',
] as const
export type Transport = (typeof transports)[number]

const base64url = (maxLength: number) =>
  z.string().check(z.maxLength(maxLength), z.regex(/^[A-Za-z0-9_-]+$/))

const credentialId = base64url(1_400)

const descriptor = z.strictObject({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.enum(transports)),
})

/** The parts of a credential that are read; browsers send others too. */
const credentialOf = <Response extends z.ZodMiniType>(response: Response) =>
  z.object({
    id: credentialId,
    rawId: credentialId,
    type: z.literal('public-key'),
    response,
  })

export const newCredential = credentialOf(
  z.object({
    clientDataJSON: base64url(4_096),
    attestationObject: base64url(8_192),
    transports: z.optional(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10))),
  }),
)

export const assertion = credentialOf(
  z.object({
    clientDataJSON: base64url(4_096),
    authenticatorData: base64url(4_096),
    signature: base64url(2_048),
  }),
)

const own = {
  service: 'auth',
  access: 'admin',
} as const satisfies Partial<Route>

/** The steps that lead to a confirmation. The service checks by itself who may add a passkey. */
const ceremony = {
  ...own,
  limit: 'settings',
  method: 'POST',
  needsConfirmation: false,
} as const satisfies Partial<Route>

/** The caller's passkeys, oldest first. */
export const listPasskeys = route({
  ...own,
  method: 'GET',
  path: '/api/account/passkeys',
  response: z.strictObject({
    /** Whether the operator requires every administrator to have one. */
    required: z.boolean(),
    /** Whether the caller's decisions need a passkey. */
    needed: z.boolean(),
    passkeys: z.array(passkey),
  }),
})
export type OwnPasskeys = z.output<typeof listPasskeys.response>

const errorsOfAdding = [
  'confirmation_needed',
  'recent_sign_in_needed',
  'passkey_not_permitted',
  'too_many_passkeys',
] as const

/** Begins to add a passkey. A challenge replaces the former one of the session. */
export const beginPasskey = route({
  ...ceremony,
  path: '/api/account/passkeys/creation-options',
  response: z.strictObject({
    challenge: z.string(),
    rp: z.strictObject({ id: z.string(), name: z.string() }),
    user: z.strictObject({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.strictObject({ type: z.literal('public-key'), alg: z.int() })),
    timeout: z.int(),
    attestation: z.literal('none'),
    authenticatorSelection: z.strictObject({
      residentKey: z.literal('preferred'),
      userVerification: z.literal('required'),
    }),
    excludeCredentials: z.array(descriptor),
  }),
  errors: errorsOfAdding,
})

/** Adds the passkey; this also confirms the session. */
export const addPasskey = route({
  ...ceremony,
  path: '/api/account/passkeys',
  body: z.strictObject({ name: passkeyName, credential: newCredential }),
  response: passkey,
  status: 201,
  errors: [...errorsOfAdding, 'passkey_refused'],
})

const passkeyParams = z.strictObject({ id: z.uuid() })

export const renamePasskey = route({
  ...own,
  limit: 'settings',
  method: 'PATCH',
  path: '/api/account/passkeys/:id',
  params: passkeyParams,
  body: z.strictObject({ name: passkeyName }),
  response: passkey,
  errors: ['passkey_not_found'],
})

/** The last one stays where passkeys are required. */
export const removePasskey = route({
  ...own,
  limit: 'settings',
  method: 'DELETE',
  path: '/api/account/passkeys/:id',
  params: passkeyParams,
  status: 204,
  errors: ['passkey_not_found', 'last_passkey'],
})

/** Begins to confirm the session. A challenge replaces the former one of the session. */
export const beginConfirmation = route({
  ...ceremony,
  path: '/api/account/confirmation/options',
  response: z.strictObject({
    challenge: z.string(),
    rpId: z.string(),
    timeout: z.int(),
    userVerification: z.literal('required'),
    allowCredentials: z.array(descriptor),
  }),
  errors: ['no_passkey'],
})

/** Confirms the session for a while: decisions in it are accepted. */
export const confirmSession = route({
  ...ceremony,
  path: '/api/account/confirmation',
  body: z.strictObject({ credential: assertion }),
  response: z.strictObject({ confirmedUntil: z.iso.datetime() }),
  errors: ['passkey_refused'],
})
