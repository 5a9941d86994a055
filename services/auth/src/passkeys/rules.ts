import { recentSignInSeconds } from '@answerable/contracts/passkeys'
import type { Config } from '../config.ts'

type Site = Pick<Config, 'ADMIN_PASSKEYS'>

/** The fields of a session that decide whether it is confirmed. */
export type ConfirmationState = { passkeyNeeded: boolean; confirmedUntil: Date | null }

/** Whether decisions of an administrator need a passkey. */
export const isPasskeyNeeded = (
  { passkeyNeeded }: Pick<ConfirmationState, 'passkeyNeeded'>,
  site: Site,
): boolean => site.ADMIN_PASSKEYS === 'required' || passkeyNeeded

/** Whether decisions of an administrator are refused in this session until a passkey confirms it. */
export const isUnconfirmed = (session: ConfirmationState, site: Site, now: Date): boolean => {
  if (!isPasskeyNeeded(session, site)) return false
  return session.confirmedUntil === null || session.confirmedUntil <= now
}

export type AddingState = ConfirmationState & {
  passkeyCount: number
  signedInAt: Date
  /** Until when the account has the permission to add its first passkey. */
  firstPasskeyUntil: Date | null
}

/**
 * Why no passkey can be added in this session. A session or mailbox that was stolen must not be enough: a further
 * passkey needs a confirmation with one of the others. The first one needs permission where decisions need a passkey
 * already, and a new session everywhere.
 */
export const refusalToAdd = (
  state: AddingState,
  site: Site,
  now: Date,
): 'confirmation_needed' | 'passkey_not_permitted' | 'recent_sign_in_needed' | null => {
  if (state.passkeyCount > 0) {
    return isUnconfirmed(state, site, now) ? 'confirmation_needed' : null
  }
  const isPermitted = state.firstPasskeyUntil !== null && state.firstPasskeyUntil > now
  if (isPasskeyNeeded(state, site) && !isPermitted) return 'passkey_not_permitted'
  const ageMilliseconds = now.getTime() - state.signedInAt.getTime()
  return ageMilliseconds > recentSignInSeconds * 1_000 ? 'recent_sign_in_needed' : null
}
