import { transaction } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import type { Deps } from '../deps.ts'
import { lockUser } from '../users/store.ts'
import type { Caller } from './add.ts'
import { clearPasskeyNeeded, deletePasskey, endOtherConfirmations, findPasskeys } from './store.ts'

/**
 * Removes a passkey. The last one stays where passkeys are required; elsewhere decisions need none after it. Other
 * sessions must be confirmed again, because the removed passkey may have confirmed them.
 */
export const remove = (
  { config, pool }: Pick<Deps, 'config' | 'pool'>,
  { userId, sessionHash }: Caller,
  id: string,
): Promise<void> =>
  transaction(pool, async (db) => {
    await lockUser(db, userId)
    const found = await findPasskeys(db, userId)
    if (!found.some((passkey) => passkey.id === id)) throw new AppError('passkey_not_found')
    const isLast = found.length === 1
    if (isLast && config.ADMIN_PASSKEYS === 'required') throw new AppError('last_passkey')
    await deletePasskey(db, id)
    if (isLast) await clearPasskeyNeeded(db, userId)
    await endOtherConfirmations(db, { userId, exceptHash: sessionHash })
  })
