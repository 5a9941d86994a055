import { type addPasskey, maxPasskeys } from '@answerable/contracts/passkeys'
import type { RouteRequest } from '@answerable/contracts/route'
import { type Db, isUniqueViolation, transaction } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import type { Deps } from '../deps.ts'
import { lockUser } from '../users/store.ts'
import { takeChallenge } from './challenges.ts'
import { refusalToAdd } from './rules.ts'
import { confirm, insertPasskey, lockAddingState, type StoredPasskey } from './store.ts'

/** An administrator in one of their sessions. */
export type Caller = { userId: string; sessionHash: string }

/** Throws the reason why the caller may not add a passkey. */
export const mayAdd = async (db: Db, config: Deps['config'], caller: Caller): Promise<void> => {
  // Locked first, so that the next statement sees a reset or removal that it waited for.
  await lockUser(db, caller.userId)
  const state = await lockAddingState(db, caller)
  if (state === null) throw new AppError('signed_out')
  const refusal = refusalToAdd(state, config, new Date())
  if (refusal !== null) throw new AppError(refusal)
  if (state.passkeyCount >= maxPasskeys) throw new AppError('too_many_passkeys')
}

/** Adds the passkey of a ceremony that was begun in this session. The permission is checked again. */
export const add = async (
  { config, pool }: Pick<Deps, 'config' | 'pool'>,
  caller: Caller,
  { name, credential }: RouteRequest<typeof addPasskey>['body'],
): Promise<StoredPasskey> => {
  const challengeHash = await takeChallenge(pool, { ...caller, ceremony: 'add' })
  if (challengeHash === null) throw new AppError('passkey_refused')
  const { verifyNewCredential } = await import('./ceremonies.ts')
  const verified = await verifyNewCredential(config, { credential, challengeHash })
  if (verified === null) throw new AppError('passkey_refused')
  try {
    return await transaction(pool, async (db) => {
      await mayAdd(db, config, caller)
      const added = await insertPasskey(db, { ...verified, name, userId: caller.userId })
      await confirm(db, caller.sessionHash)
      return added
    })
  } catch (error) {
    if (isUniqueViolation(error, 'passkeys_credential_unique')) {
      throw new AppError('passkey_refused', { cause: error })
    }
    throw error
  }
}
