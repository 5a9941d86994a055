import type { Db } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import type { IdempotentRequest } from './rules.ts'

const lifetimeHours = 24

/**
 * Claims a key for the result of this transaction and returns null, or returns the result id of an earlier request with
 * this key. Waits for a concurrent request. Throws `idempotency_mismatch` if the earlier request was different.
 */
export const claimKey = async (
  db: Db,
  authorId: string,
  claim: IdempotentRequest & { resultId: string },
): Promise<string | null> => {
  await db.query(
    `DELETE FROM idempotency_keys
     WHERE author_id = $1 AND created_at < now() - $2 * interval '1 hour'`,
    [authorId, lifetimeHours],
  )
  const { rowCount } = await db.query(
    `INSERT INTO idempotency_keys (author_id, key, fingerprint, result_id)
     VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
    [authorId, claim.key, claim.fingerprint, claim.resultId],
  )
  if (rowCount === 1) return null
  const { rows } = await db.query<{ fingerprint: Buffer; result_id: string }>(
    'SELECT fingerprint, result_id FROM idempotency_keys WHERE author_id = $1 AND key = $2',
    [authorId, claim.key],
  )
  const [earlier] = rows
  if (earlier === undefined) throw new AppError('unavailable', { retryAfterSeconds: 1 })
  if (!earlier.fingerprint.equals(claim.fingerprint)) throw new AppError('idempotency_mismatch')
  return earlier.result_id
}
