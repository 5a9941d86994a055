import { randomUUID } from 'node:crypto'
import {
  type ClaimEndReason,
  claimDays,
  mailProofDays,
  proofGraceDays,
} from '@answerable/contracts/claims'
import { forgetDomainProof } from '@answerable/contracts/domain-proofs'
import type { ServiceCall } from '@answerable/service-kit/calls/service-caller'
import { type Pool, transaction } from '@answerable/service-kit/db'
import type { Log } from '@answerable/service-kit/log'
import type { Relay } from '@answerable/service-kit/outbox/outbox'
import { startWorker, type Worker } from '@answerable/service-kit/process/worker'
import { readBusinesses } from './businesses.ts'
import { whyVoid } from './rules.ts'
import { type ClaimRow, endClaim } from './store.ts'

type Options = {
  pool: Pool
  catalog: ServiceCall
  evidence: ServiceCall
  relay: Pick<Relay, 'wake'>
  log: Log
}

const everyMilliseconds = 60_000
const batchSize = 50

/** Ends claims whose time is over, and the daily checks of claims that have ended. */
export const startClaimSweep = (options: Options): Worker => {
  let failing = false
  return startWorker(
    async () => {
      try {
        await sweepClaims(options)
        failing = false
      } catch (error) {
        if (!failing) options.log.warn({ err: error }, 'ending old claims failed, will be retried')
        failing = true
      }
    },
    { pollMilliseconds: everyMilliseconds },
  )
}

export const sweepClaims = async (options: Options): Promise<void> => {
  while ((await endOverdue(options)) === batchSize);
  await endVoid(options)
  await forgetProofs(options)
}

/** Several instances take different claims. */
const endOverdue = async ({ pool, relay }: Options): Promise<number> => {
  const ended = await transaction(pool, async (db) => {
    const { rows } = await db.query<Pick<ClaimRow, 'id'> & { reason: ClaimEndReason }>(
      `SELECT id, CASE WHEN state = 'verified' AND missing_since IS NULL THEN 'expired'
           ELSE 'proof-missing' END AS reason
       FROM claims
       WHERE state = 'open' AND created_at < now() - $1 * interval '1 day'
         OR state IN ('review', 'verified') AND missing_since < now() - $2 * interval '1 day'
         OR state = 'verified' AND method = 'mail' AND proved_at < now() - $3 * interval '1 day'
       ORDER BY id LIMIT ${batchSize} FOR UPDATE SKIP LOCKED`,
      [claimDays, proofGraceDays, mailProofDays],
    )
    for (const { id, reason } of rows) await endClaim(db, { id }, reason)
    return rows.length
  })
  if (ended > 0) relay.wake()
  return ended
}

/** Ends some of the claims whose business was merged or has another website. Each claim is looked at once a day. */
const endVoid = async ({ pool, catalog, relay }: Options): Promise<void> => {
  const { rows } = await pool.query<ClaimRow>(
    `SELECT * FROM claims WHERE state IN ('review', 'verified')
       AND (audited_at IS NULL OR audited_at < now() - interval '1 day')
     ORDER BY audited_at NULLS FIRST LIMIT ${batchSize}`,
  )
  if (rows.length === 0) return
  const ids = rows.map(({ business_id }) => business_id)
  const businesses = await readBusinesses({ catalog }, ids, randomUUID())
  for (const { id, domain, business_id } of rows) {
    const reason = whyVoid(domain, businesses.get(business_id))
    await transaction(pool, async (db) => {
      const { rowCount } = await db.query(
        `UPDATE claims SET audited_at = now() WHERE id = $1 AND state IN ('review', 'verified')`,
        [id],
      )
      if (rowCount === 1 && reason !== null) await endClaim(db, { id }, reason)
    })
  }
  relay.wake()
}

const forgetProofs = async ({ pool, evidence }: Options): Promise<void> => {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM claims WHERE state = 'ended' AND is_watched ORDER BY ended_at LIMIT ${batchSize}`,
  )
  for (const { id } of rows) {
    await evidence(forgetDomainProof, { params: { id } }, randomUUID())
    await pool.query('UPDATE claims SET is_watched = false WHERE id = $1', [id])
  }
}
