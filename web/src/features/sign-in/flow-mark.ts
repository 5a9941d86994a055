import { signInLifetimeSeconds } from '@answerable/contracts/sign-in'
import { forgetStored, readStored, writeStored } from '../../platform/storage.ts'

const storageKey = 'answerable-sign-in-flow'

/** Notes that this browser asked for a sign-in mail: its link may then be used without another click. */
export const markSignInFlow = (now = Date.now()): void => writeStored(storageKey, String(now))

export const forgetSignInFlow = (): void => forgetStored(storageKey)

export const askedForSignIn = (now = Date.now()): boolean => {
  const askedAt = Number(readStored(storageKey) ?? Number.NaN)
  return now >= askedAt && now - askedAt <= signInLifetimeSeconds * 1000
}
