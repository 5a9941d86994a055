import { type Db, type Pool, transaction } from '@answerable/service-kit/db'

/**
 * Forgets what leads to somebody who has left: the texts of their appeals, what was noted about their
 * account, and the name under which they decided. Nothing of it stands in the hashed payloads of the log,
 * where notes are salted hashes and people are numbers, so the chain holds. Doing it again changes nothing.
 */
export const erasePersonalData = (pool: Pool, userId: string): Promise<void> =>
  transaction(pool, async (db) => {
    await lockPerson(db, userId)
    await db.query(`DELETE FROM appeals WHERE author_id = $1 AND state = 'open'`, [userId])
    await db.query(`UPDATE appeals SET text = '' WHERE author_id = $1`, [userId])
    await db.query('UPDATE decisions SET note = NULL, note_salt = NULL WHERE account_id = $1', [
      userId,
    ])
    await db.query(`UPDATE decisions SET admin_username = 'Unknown' WHERE admin_id = $1`, [userId])
  })

/**
 * Until the transaction ends, `erasePersonalData` waits. What an account that exists while this lock is held
 * writes in the transaction is erased after it.
 */
export const lockPerson = async (db: Db, userId: string): Promise<void> => {
  await db.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [userId])
}
