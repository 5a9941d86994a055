import { signInLifetimeSeconds } from '@answerable/contracts/sign-in'
import { forgetStored, readStored, writeStored } from '../../platform/storage.ts'

const storageKey = 'answerable-sign-in-flow'

/** Remembers that this browser requested a sign-in mail. Its link then needs no confirmation here. */
export const markSignInFlow = (now = Date.now()): void => writeStored(storageKey, String(now))

export const forgetSignInFlow = (): void => forgetStored(storageKey)

export const askedForSignIn = (now = Date.now()): boolean => {
  const askedAt = Number(readStored(storageKey) ?? Number.NaN)
  return now >= askedAt && now - askedAt <= signInLifetimeSeconds * 1000
}
