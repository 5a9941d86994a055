import type { assertion } from '@answerable/contracts/passkeys'
import { type Db, transaction } from '@answerable/service-kit/db'
import type * as z from 'zod/mini'
import type { Deps } from '../deps.ts'
import type { Caller } from './add.ts'
import { takeChallenge } from './challenges.ts'
import { isUnconfirmed } from './rules.ts'
import { confirm, lockAddingState, lockPasskey, recordUse } from './store.ts'

/** Whether a passkey must confirm the session of an administrator first. Locks the user. */
export const isSessionUnconfirmed = async (
  db: Db,
  config: Deps['config'],
  caller: Caller,
): Promise<boolean> => {
  const state = await lockAddingState(db, caller)
  return state === null || isUnconfirmed(state, config, new Date())
}

/** Confirms the session of the caller with one of their passkeys; returns until when, or null if it is refused. */
export const confirmWithPasskey = async (
  { config, pool }: Pick<Deps, 'config' | 'pool'>,
  caller: Caller,
  credential: z.output<typeof assertion>,
): Promise<Date | null> => {
  const challengeHash = await takeChallenge(pool, { ...caller, ceremony: 'confirm' })
  if (challengeHash === null) return null
  const { verifyAssertion } = await import('./ceremonies.ts')
  return transaction(pool, async (db) => {
    const { userId, sessionHash } = caller
    const passkey = await lockPasskey(db, { userId, credentialId: credential.id })
    if (passkey === null) return null
    const verified = await verifyAssertion(config, { credential, challengeHash, passkey })
    if (verified === null) return null
    await recordUse(db, { id: passkey.id, counter: verified.counter })
    return confirm(db, sessionHash)
  })
}
