import type { Status } from '@answerable/contracts/submissions'
import type { Db } from '@answerable/service-kit/db'

export const isOutcome = (status: Status): boolean =>
  status === 'met' || status === 'partly-met' || status === 'ended'

/**
 * Records the first activity, the first response and the outcome of a submission whose status has just changed. Triggers count them by month
 * (migrations/0031_status_and_impact.sql).
 */
export const recordImpact = async (db: Db, submissionId: string, status: Status): Promise<void> => {
  if (status === 'stale') return
  if (status === 'proposed') {
    await db.query(
      'UPDATE impact_records SET outcome = NULL, outcome_at = NULL WHERE submission_id = $1',
      [submissionId],
    )
    return
  }
  const isAsked = status === 'active' || status === 'responded'
  await db.query(
    `INSERT INTO impact_records (submission_id, public, asked_at, responded_at, outcome, outcome_at)
     SELECT id, approved, CASE WHEN $2 THEN status_at END, CASE WHEN $3 THEN status_at END,
       $4, CASE WHEN $4::text IS NOT NULL THEN status_at END
     FROM submissions WHERE id = $1
     ON CONFLICT (submission_id) DO UPDATE SET
       asked_at = coalesce(impact_records.asked_at, excluded.asked_at),
       responded_at = coalesce(
         impact_records.responded_at, greatest(excluded.responded_at, impact_records.asked_at)),
       outcome = excluded.outcome, outcome_at = excluded.outcome_at`,
    [submissionId, isAsked, status === 'responded', isOutcome(status) ? status : null],
  )
}
