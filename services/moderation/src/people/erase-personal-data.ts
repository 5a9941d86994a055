import { type Db, type Pool, transaction } from '@answerable/service-kit/db'
import { endClaim } from '../claims/store.ts'

/**
 * Erases the personal data of a deleted account: the texts of its appeals, notes about it, and its name in its
 * decisions. The hashed payloads of the log contain only ids and salted hashes, so the chain stays valid. Idempotent.
 */
export const erasePersonalData = (pool: Pool, userId: string): Promise<void> =>
  transaction(pool, async (db) => {
    await lockPerson(db, userId)
    await db.query(`DELETE FROM appeals WHERE author_id = $1 AND state = 'open'`, [userId])
    await db.query(`UPDATE appeals SET text = '' WHERE author_id = $1`, [userId])
    await db.query('UPDATE decisions SET note = NULL, note_salt = NULL WHERE account_id = $1', [
      userId,
    ])
    await endRepresentations(db, userId)
    await db.query('DELETE FROM open_entries WHERE admin_id = $1', [userId])
    await db.query(`UPDATE decisions SET admin_username = 'Unknown' WHERE admin_id = $1`, [userId])
  })

/** Ends the claims of an account. They remain without it, as the subjects of decisions. */
const endRepresentations = async (db: Db, userId: string): Promise<void> => {
  const { rows } = await db.query<{ id: string }>(
    `SELECT id FROM claims WHERE user_id = $1 AND state <> 'ended' ORDER BY id FOR UPDATE`,
    [userId],
  )
  for (const claim of rows) await endClaim(db, claim, 'withdrawn')
  await db.query('UPDATE claims SET user_id = $2 WHERE user_id = $1', [userId, nobody])
  await db.query('DELETE FROM representations WHERE user_id = $1', [userId])
}

/** In place of a deleted account. */
const nobody = '00000000-0000-0000-0000-000000000000'

/**
 * Makes `erasePersonalData` wait until the transaction ends. If the account still exists while this lock is held, a
 * later deletion erases the writes of the transaction.
 */
export const lockPerson = async (db: Db, userId: string): Promise<void> => {
  await db.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [userId])
}
