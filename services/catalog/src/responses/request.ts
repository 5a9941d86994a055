import { maxRepresentatives, responseRequested } from '@answerable/contracts/events'
import type { Db } from '@answerable/service-kit/db'
import { appendEvent } from '@answerable/service-kit/outbox/outbox'
import { recordOccurrence } from '../updates/occurrences.ts'
import { findSpeakers } from './representatives.ts'

/**
 * Requests a response from the business of a submission that has become active, unless it was requested before or the
 * business has responded already. Call it in the transaction that makes the submission active.
 */
export const requestResponse = async (
  db: Db,
  submissionId: string,
  { requestId, at }: { requestId: string | null; at?: Date | undefined },
): Promise<void> => {
  const { rows } = await db.query<{ business_id: string }>(
    `INSERT INTO response_requests (submission_id, requested_at)
     SELECT id, coalesce($2, now()) FROM submissions WHERE id = $1 AND NOT EXISTS (
       SELECT FROM responses WHERE submission_id = $1
         AND responses.business_id = submissions.business_id AND state = 'shown'
     )
     ON CONFLICT DO NOTHING
     RETURNING (SELECT business_id FROM submissions WHERE id = $1) AS business_id`,
    [submissionId, at ?? null],
  )
  const [requested] = rows
  if (requested === undefined) return
  const key = 'first'
  await recordOccurrence(db, { submissionId, kind: 'response-requested', details: {}, at, key })
  const representativeIds = await findSpeakers(db, requested.business_id, maxRepresentatives)
  const payload = { submissionId, businessId: requested.business_id, representativeIds }
  await appendEvent(db, responseRequested, { payload, requestId })
}
