import { type Pool, transaction } from '@answerable/service-kit/db'
import { erasePreferences } from '../preferences/store.ts'

/** Erases the data of a deleted account. Idempotent. */
export const eraseMember = (pool: Pool, userId: string): Promise<void> =>
  transaction(pool, async (db) => {
    await db.query('DELETE FROM follows WHERE user_id = $1', [userId])
    await db.query('DELETE FROM notices WHERE user_id = $1', [userId])
    await db.query('DELETE FROM members WHERE user_id = $1', [userId])
    await erasePreferences(db, userId)
    await db.query('DELETE FROM mutes WHERE user_id = $1 OR muted_id = $1', [userId])
    await db.query('UPDATE occurrences SET actor_id = NULL WHERE actor_id = $1', [userId])
  })
