import { type Db, type Pool, transaction } from '@answerable/service-kit/db'
import { forgetPasskeysOf, permitFirstPasskey } from '../passkeys/reset.ts'
import { endSessionsOf } from '../sessions/store.ts'
import { announceUser, setAdmin, type User } from './store.ts'

type Change = { email: string; requestId: string | null }

/** Makes the user of this address an administrator; null when there is none or it is one already. */
export const grantAdmin = (pool: Pool, change: Change): Promise<User | null> =>
  transaction(pool, (db) => grantAdminIn(db, change))

export const grantAdminIn = async (db: Db, { email, requestId }: Change): Promise<User | null> => {
  const user = await setAdmin(db, { email, isAdmin: true })
  if (user === null) return null
  await permitFirstPasskey(db, user.id)
  await announceUser(db, { user, requestId })
  return user
}

/** Takes the role back and ends the user's sessions; null when there was nothing to take. */
export const revokeAdmin = (pool: Pool, { email, requestId }: Change): Promise<User | null> =>
  transaction(pool, async (db) => {
    const user = await setAdmin(db, { email, isAdmin: false })
    if (user === null) return null
    await forgetPasskeysOf(db, user.id)
    await announceUser(db, { user, requestId })
    await endSessionsOf(db, { userId: user.id, requestId })
    return user
  })
