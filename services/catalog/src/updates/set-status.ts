import { statusChanged } from '@answerable/contracts/events'
import type { Status } from '@answerable/contracts/submissions'
import type { Db } from '@answerable/service-kit/db'
import { requestResponse } from '../responses/request.ts'
import { staysUnvoted } from '../submission-versions/rules.ts'
import { appendChange } from '../submissions/store.ts'
import { recordImpact } from './impact.ts'
import { recordOccurrence } from './occurrences.ts'

/** How long nothing new must happen to an active or responded submission until it is stale. */
export const staleDays = 180
const checkDays = 1

export type StatusChange = {
  status: Status
  requestId: string | null
  /** When it took effect; default: now. */
  at?: Date | undefined
  /** 'merged': the entry in the timeline is that of a merged submission. Default: 'own'. */
  entry?: 'own' | 'merged'
}

/**
 * Sets the status of a submission that the transaction has locked, adds it to the timeline and publishes it. Returns
 * false if the submission has this status already.
 */
export const setStatus = async (
  db: Db,
  { id, status: previous }: { id: string; status: Status },
  { status, requestId, at, entry = 'own' }: StatusChange,
): Promise<boolean> => {
  if (status === previous) return false
  await db.query(
    `UPDATE submissions SET status = $2, status_at = coalesce($3, now()), version = version + 1, ${staysUnvoted}
     WHERE id = $1`,
    [id, status, at ?? null],
  )
  if (entry === 'own') {
    await recordOccurrence(db, {
      ...{ submissionId: id, kind: 'status', at },
      details: { status, previous },
    })
  }
  if (status === 'active') await requestResponse(db, id, { requestId, at })
  await watchStatus(db, id, { status, previous })
  await recordImpact(db, id, status)
  await appendChange(db, id, { cause: 'decision', requestId })
  await db.query(
    `INSERT INTO outbox (subject, payload, request_id)
     SELECT $2, jsonb_build_object(
       'submissionId', id, 'authorId', author_id, 'businessIds', (
         SELECT jsonb_agg(owner.id ORDER BY depth) FROM search_owners(business_id) AS owner
       ), 'status', status, 'previous', $3::text, 'version', version
     ), $4
     FROM submissions WHERE id = $1`,
    [id, statusChanged.subject, previous, requestId],
  )
  return true
}

/** Outcomes and proposals do not become stale. */
const isWatched = (status: Status): boolean =>
  status === 'active' || status === 'responded' || status === 'stale'

const watchStatus = async (
  db: Db,
  id: string,
  { status, previous }: { status: Status; previous: Status },
): Promise<void> => {
  if (!isWatched(status)) {
    await db.query('DELETE FROM status_checks WHERE submission_id = $1', [id])
    return
  }
  await db.query(
    `INSERT INTO status_checks (submission_id, version, due_at, former_status)
     SELECT id, version, now() + $2 * interval '1 day', $3 FROM submissions WHERE id = $1
     ON CONFLICT (submission_id) DO UPDATE SET version = excluded.version, changed_at = now(),
       due_at = excluded.due_at, former_status = excluded.former_status`,
    [id, checkDays, status === 'stale' ? previous : null],
  )
}
