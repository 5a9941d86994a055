import type { domainProved, EventPayload } from '@answerable/contracts/events'
import { type Pool, transaction } from '@answerable/service-kit/db'
import type { ClaimRow } from './store.ts'

type ProofChange = EventPayload<typeof domainProved>

/**
 * A proof that was published has disappeared, or is there again. The claim ends after a grace period, because websites
 * and name servers are moved at times.
 */
export const applyProofChange = (
  pool: Pool,
  { claimId, proved, version }: ProofChange,
): Promise<void> =>
  transaction(pool, async (db) => {
    await db.query<ClaimRow>(
      `UPDATE claims SET
         missing_since = CASE WHEN NOT $2 THEN coalesce(missing_since, now()) END,
         checked_at = now(), check_state = CASE WHEN $2 THEN 'found' ELSE 'not-found' END,
         proof_version = $3, version = version + 1
       WHERE id = $1 AND proof_version < $3 AND state IN ('review', 'verified')`,
      [claimId, proved, version],
    )
  })
