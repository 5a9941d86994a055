import type { NoticedContent } from '@answerable/contracts/notices'
import type { Db } from '@answerable/service-kit/db'
import { findRemoval, type Removal } from '../appeals/removals.ts'

type ContentRemoval = Pick<Removal, 'decisionId' | 'decidedAt'>

/** The decision that removed the content of a notice; null if it is not removed, or if it cannot be. */
const findContentRemoval = async (
  db: Db,
  { kind, id }: NoticedContent,
): Promise<ContentRemoval | null> => {
  switch (kind) {
    case 'submission':
      return findRemoval(db, { submissionId: id })
    case 'comment':
      return findRemoval(db, { commentId: id })
    case 'alternative':
      return findRemoval(db, { subjectKind: kind, subjectId: id })
    case 'response':
      return isSubmissionId(id)
        ? findLatestOfResponses(db, id)
        : findRemoval(db, { subjectKind: kind, subjectId: id })
    case 'update':
      return findWithdrawal(db, id)
    case 'business':
    case 'person':
      return null
    default:
      return kind satisfies never
  }
}

/** Some notices name all responses to a submission. */
export const isSubmissionId = (id: string): boolean => id.length === 8

const findLatestOfResponses = async (
  db: Db,
  submissionId: string,
): Promise<ContentRemoval | null> => {
  const { rows } = await db.query<{ id: string }>(
    `SELECT DISTINCT subject_id AS id FROM decisions JOIN decision_log ON decision_id = decisions.id
     WHERE kind = 'remove-response' AND payload #>> '{subject,submissionId}' = $1`,
    [submissionId],
  )
  for (const { id } of rows) {
    const removal = await findRemoval(db, { subjectKind: 'response', subjectId: id })
    if (removal !== null) return removal
  }
  return null
}

/** A confirmed update is taken off the timeline. */
const findWithdrawal = async (db: Db, updateId: string): Promise<ContentRemoval | null> => {
  const { rows } = await db.query<ContentRemoval>(
    `SELECT decision_id AS "decisionId", payload ->> 'decidedAt' AS "decidedAt"
     FROM decisions JOIN decision_log ON decision_id = decisions.id
     WHERE kind = 'withdraw-update' AND change ->> 'value' = $1 ORDER BY position DESC LIMIT 1`,
    [updateId],
  )
  return rows[0] ?? null
}

type Removed = NoticedContent & { removal: ContentRemoval | null }

/** The content of a notice, each with the decision that removed it. */
export const withRemovals = async (
  db: Db,
  content: readonly NoticedContent[],
): Promise<Removed[]> => {
  const found: Removed[] = []
  for (const one of content) {
    const removal = await findContentRemoval(db, one)
    found.push({
      ...one,
      removal:
        removal === null ? null : { decisionId: removal.decisionId, decidedAt: removal.decidedAt },
    })
  }
  return found
}
