import type { ProofState } from '@answerable/contracts/domain-proofs'
import { domainProved } from '@answerable/contracts/events'
import { type Db, onlyRow, type Pool, transaction } from '@answerable/service-kit/db'
import { appendEvent } from '@answerable/service-kit/outbox/outbox'
import type { Proof } from './look-up.ts'

const newVersion = '(1000 * extract(epoch FROM clock_timestamp()))::bigint'

/** Stores a proof that was found just now, and publishes its return. It is checked again after a day. */
export const storeFoundProof = (
  pool: Pool,
  claimId: string,
  { method, domain, token }: Proof,
): Promise<void> =>
  transaction(pool, async (db) => {
    const { rows } = await db.query<{ was_proved: boolean | null; version: number }>(
      `INSERT INTO proofs (claim_id, method, domain, token, due_at)
       VALUES ($1, $2, $3, $4, now() + interval '1 day')
       ON CONFLICT (claim_id) DO UPDATE SET method = excluded.method, domain = excluded.domain,
         token = excluded.token, proved = true, misses = 0, found_at = now(), due_at = excluded.due_at
       RETURNING old.proved AS was_proved, ${newVersion} AS version`,
      [claimId, method, domain, token],
    )
    const { was_proved, version } = onlyRow(rows)
    if (was_proved !== false) return
    const payload = { claimId, domain, proved: true, version }
    await appendEvent(db, domainProved, { payload, requestId: null })
  })

export const forgetProof = async (db: Db, claimId: string): Promise<void> => {
  await db.query('DELETE FROM proofs WHERE claim_id = $1', [claimId])
}

export type DueProof = Proof & { claimId: string }

/** Takes some of the proofs that are due. Another instance takes those that are not finished after five minutes. */
export const claimProofs = async (pool: Pool, limit: number): Promise<DueProof[]> => {
  const { rows } = await pool.query<DueProof>({
    name: 'claim-proofs',
    text: `UPDATE proofs SET due_at = now() + interval '5 minutes'
      WHERE claim_id IN (
        SELECT claim_id FROM proofs WHERE due_at <= now()
        ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED)
      RETURNING claim_id AS "claimId", method, domain, token`,
    values: [limit],
  })
  return rows
}

/** Daily checks in a row without the proof, after which it counts as removed. */
const maxMisses = 3
/** Days for which a website or its name servers may be unreachable. */
const maxAwayDays = 7
/** Days for which a proof that is gone is still looked for. */
const lookedForDays = 30

/** Stores the result of a daily check, and publishes a change. */
export const saveProofCheck = (
  pool: Pool,
  { claimId, domain, token }: DueProof,
  state: ProofState,
): Promise<void> =>
  transaction(pool, async (db) => {
    const { rows } = await db.query<{ proved: boolean; was_proved: boolean; version: number }>(
      `WITH earlier AS (
         SELECT claim_id, proved FROM proofs WHERE claim_id = $1 AND token = $3 FOR UPDATE
       )
       UPDATE proofs SET
         misses = CASE $2 WHEN 'found' THEN 0 WHEN 'not-found' THEN least(misses + 1, 1000) ELSE misses END,
         found_at = CASE $2 WHEN 'found' THEN now() ELSE found_at END,
         proved = CASE
           WHEN $2 = 'found' THEN true
           WHEN $2 = 'not-found' AND misses + 1 >= ${maxMisses} THEN false
           WHEN found_at < now() - interval '${maxAwayDays} days' THEN false
           ELSE proofs.proved END,
         due_at = CASE $2 WHEN 'unreachable' THEN now() + interval '6 hours' ELSE now() + interval '1 day' END
       FROM earlier WHERE proofs.claim_id = earlier.claim_id
       RETURNING proofs.proved, earlier.proved AS was_proved,
         ${newVersion} AS version`,
      [claimId, state, token],
    )
    const [saved] = rows
    if (saved === undefined) return
    if (saved.proved !== saved.was_proved) {
      const { proved, version } = saved
      const payload = { claimId, domain, proved, version }
      await appendEvent(db, domainProved, { payload, requestId: null })
    }
    await db.query(
      `DELETE FROM proofs WHERE claim_id = $1 AND NOT proved
         AND found_at < now() - interval '${lookedForDays} days'`,
      [claimId],
    )
  })
