import type { Db } from '@answerable/service-kit/db'
import type { SubmissionRow } from '../submissions/rows.ts'
import { appendSectionChange } from '../submissions/store.ts'
import { markResponded, unmarkResponded } from '../updates/mark-responded.ts'
import { recordOccurrence, removeOccurrence } from '../updates/occurrences.ts'
import { appendResponseChange } from './store.ts'

const sections = ['response', 'timeline'] as const

type Subject = { id: string; submission: Pick<SubmissionRow, 'id' | 'status'> }

/**
 * Adds a response that is shown (again) to the timeline, makes its submission 'responded' and publishes the change. The
 * submission must be locked.
 */
export const publishResponse = async (
  db: Db,
  { id, submission }: Subject,
  { cause, requestId }: { cause: 'created' | 'restored'; requestId: string },
): Promise<void> => {
  const { rows } = await db.query<{ name: string; created_at: Date }>(
    `SELECT name, responses.created_at FROM responses JOIN businesses ON businesses.id = business_id
     WHERE responses.id = $1`,
    [id],
  )
  await recordOccurrence(db, {
    submissionId: submission.id,
    kind: 'response',
    details: { responseId: id, businessName: rows[0]?.name ?? '' },
    ...(rows[0] === undefined ? {} : { at: rows[0].created_at }),
    key: id,
  })
  await markResponded(db, submission, { requestId })
  await appendSectionChange(db, submission.id, { sections, requestId })
  await appendResponseChange(db, id, { cause, requestId })
}

/**
 * Takes a removed response off the timeline and publishes the change. Without any other response, its submission has
 * the status from before again. The submission must be locked.
 */
export const withdrawResponse = async (
  db: Db,
  { id, submission }: Subject,
  { requestId }: { requestId: string },
): Promise<void> => {
  await removeOccurrence(db, { submissionId: submission.id, kind: 'response', key: id })
  const { rows } = await db.query<{ was_active: boolean }>(
    `SELECT EXISTS (SELECT FROM response_requests WHERE submission_id = $1) AS was_active
     WHERE NOT EXISTS (SELECT FROM responses WHERE submission_id = $1 AND state = 'shown')`,
    [submission.id],
  )
  const [former] = rows
  if (former !== undefined)
    await unmarkResponded(db, submission, {
      requestId,
      former: former.was_active ? 'active' : 'proposed',
    })
  await appendSectionChange(db, submission.id, { sections, requestId })
  await appendResponseChange(db, id, { cause: 'removed', requestId })
}
