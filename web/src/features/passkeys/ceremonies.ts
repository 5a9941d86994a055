import {
  addPasskey,
  beginConfirmation,
  beginPasskey,
  confirmSession,
  type Passkey,
} from '@answerable/contracts/passkeys'
import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import { ApiError, messageFor } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import type { MemberCall } from '../../session/member-call.ts'

// The browser's part of adding a passkey and of confirming with one. Import it lazily: only administrators need it.

export const isSupported = browserSupportsWebAuthn

/** Confirms the session with a passkey, which the browser asks for. */
export const confirmWithPasskey = async (): Promise<void> => {
  const optionsJSON = await call(beginConfirmation, {})
  const credential = await startAuthentication({ optionsJSON })
  await call(confirmSession, { body: { credential } })
}

/** Creates a passkey on a device of the user's choice and adds it to the account. */
export const createPasskey = async (memberCall: MemberCall, name: string): Promise<Passkey> => {
  const optionsJSON = await memberCall(() => call(beginPasskey, {}))
  const credential = await startRegistration({ optionsJSON })
  return call(addPasskey, { body: { name, credential } })
}

/** The reason why it failed. Browsers do not tell a cancelled ceremony from one that took too long. */
export const reasonOf = (error: Error): string => {
  if (error instanceof ApiError) return messageFor(error, 'This did not work. Please try again.')
  return reasons[error.name] ?? 'This did not work. Please try again.'
}

const cancelled = 'The request was cancelled or timed out. Please try again.'

const reasons: Readonly<Record<string, string>> = {
  NotAllowedError: cancelled,
  AbortError: cancelled,
  InvalidStateError: 'This device already has a passkey for your account.',
  NotSupportedError: 'This device cannot verify you by fingerprint, face or PIN.',
  ConstraintError: 'This device cannot verify you by fingerprint, face or PIN.',
  SecurityError: 'Passkeys do not work at this address. Open the site at its usual address.',
  TypeError: 'Please check your connection and try again.',
}
