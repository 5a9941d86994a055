import { randomUUID } from 'node:crypto'
import type { decisionApplied, EventPayload, flagsClosed } from '@answerable/contracts/events'
import type { NoticeOutcome } from '@answerable/contracts/notifications'
import type { ServiceCall } from '@answerable/service-kit/calls/service-caller'
import { type Db, type Pool, transaction } from '@answerable/service-kit/db'
import { readSubjects } from '../subjects/subjects.ts'
import { type Occurrence, recordOccurrence } from './record.ts'

type Decision = EventPayload<typeof decisionApplied>
type Closing = EventPayload<typeof flagsClosed>

/** Notifies the reporters of the outcome of their flags. */
export const applyFlagsClosed = (pool: Pool, closing: Closing): Promise<void> =>
  transaction(pool, async (db) => {
    const { decisionId, outcome, reporterIds, subject } = closing
    await recordOccurrence(db, {
      name: `flags:${decisionId}`,
      ...placeOf(subject),
      outcome: ofPart(subject, outcome),
      to: reporterIds.map((userId) => ({ userId, kind: 'flag' })),
    })
  })

/** Notifies the person concerned of a decision, and the followers of a submission of its new status. */
export const applyDecision = async (
  { pool, catalog }: { pool: Pool; catalog: ServiceCall },
  decision: Decision,
): Promise<void> => {
  const followersOf = await followersConcerned(catalog, decision)
  await transaction(pool, async (db) => {
    const outcome = outcomeOf(decision)
    if (outcome === null && followersOf.length === 0) return
    // An approval of something that was never removed changes nothing.
    if (isApproval(outcome) && !(await wasRemoved(db, decision))) return
    const kind = decision.appeal === null ? 'decision' : 'appeal'
    await recordOccurrence(db, {
      name: `decision:${decision.decisionId}`,
      ...placeOf(decision.subject),
      ...(outcome === null ? {} : { outcome }),
      reasonCode: decision.reasonCode,
      to: outcome === null ? [] : [{ userId: decision.concernedId, kind }],
      followersOf,
    })
  })
}

type Subject = Decision['subject'] | Closing['subject']

const placeOf = (
  subject: Subject,
): Pick<Occurrence, 'submissionId' | 'commentId' | 'businessId'> => {
  switch (subject.kind) {
    case 'submission':
      return { submissionId: subject.submissionId }
    case 'comment':
      return { submissionId: subject.submissionId, commentId: subject.id }
    case 'business':
      return { businessId: subject.id }
    case 'alternative':
    case 'response':
      return { submissionId: subject.submissionId }
    case 'claim':
      return { businessId: subject.businessId }
    case 'account':
      return {}
    default:
      return subject satisfies never
  }
}

/** The outcome for the person concerned; null if the decision does not concern what they wrote or their account. */
const outcomeOf = ({ kind, appeal }: Decision): NoticeOutcome | null => appeal ?? outcomes[kind]

const outcomes: Readonly<Record<Decision['kind'], NoticeOutcome | null>> = {
  remove: 'removed',
  'remove-comment': 'removed',
  approve: 'approved',
  'approve-comment': 'approved',
  merge: 'merged',
  'lock-discussion': 'locked',
  'unlock-discussion': 'unlocked',
  unmerge: 'unmerged',
  rename: 'renamed',
  'super-boost': 'boosted',
  'accept-suggestion': 'accepted',
  'decline-suggestion': 'declined',
  'confirm-update': 'update-confirmed',
  'decline-update': 'update-declined',
  'withdraw-update': 'update-withdrawn',
  suspend: 'suspended',
  reinstate: 'reinstated',
  'reset-passkeys': 'passkeys-reset',
  'remove-response': 'response-removed',
  'remove-alternative': 'alternative-removed',
  'approve-alternative': 'alternative-approved',
  'approve-response': 'response-approved',
  'accept-claim': 'claim-accepted',
  'decline-claim': 'claim-declined',
  'revoke-claim': 'claim-revoked',
  // Always settles an appeal.
  uphold: null,
  // About the votes of others.
  'release-votes': null,
  'void-votes': null,
  'void-account-votes': null,
  // Nobody wrote the business.
  'change-business': null,
  'merge-business': null,
  'unmerge-business': null,
  'uphold-notice': null,
  'decline-notice': null,
}

const followersConcerned = async (
  catalog: ServiceCall,
  { kind, subject }: Decision,
): Promise<NonNullable<Occurrence['followersOf']>> => {
  if (subject.kind === 'submission' && kind in followedDecisions) {
    const alsoFollow = kind === 'merge' ? await mergedInto(catalog, subject.id) : null
    return [{ kind: 'submission', key: subject.id, notice: 'status', alsoFollow }]
  }
  if (subject.kind === 'business' && mayMergeBusiness.has(kind)) {
    const ids = { submissionIds: [], businessIds: [subject.id] }
    const alsoFollow = (await readSubjects(catalog, ids, randomUUID())).mergedBusiness(subject.id)
    if (alsoFollow !== null)
      return [{ kind: 'business', key: subject.id, notice: null, alsoFollow }]
  }
  return []
}

/** Decisions that change the status of a submission for its followers. */
const followedDecisions: Partial<Record<Decision['kind'], true>> = {
  remove: true,
  approve: true,
  merge: true,
  unmerge: true,
  'lock-discussion': true,
  'unlock-discussion': true,
}

/** An accepted suggestion may be that of a merge. */
const mayMergeBusiness: ReadonlySet<Decision['kind']> = new Set([
  'merge-business',
  'accept-suggestion',
])

const mergedInto = async (catalog: ServiceCall, id: string): Promise<string | null> => {
  const subjects = await readSubjects(catalog, { submissionIds: [id] }, randomUUID())
  return subjects.submission(id)?.mergedInto ?? null
}

const isApproval = (outcome: NoticeOutcome | null): boolean =>
  outcome === 'approved' || outcome === 'response-approved' || outcome === 'alternative-approved'

/** A notice names the submission of a response or an alternative; its outcome says that it is about that part. */
const ofPart = (subject: Subject, outcome: 'removed' | 'approved'): NoticeOutcome =>
  subject.kind === 'response' || subject.kind === 'alternative'
    ? `${subject.kind}-${outcome}`
    : outcome

const wasRemoved = async (db: Db, { subject }: Decision): Promise<boolean> => {
  const { submissionId = null, commentId = null } = placeOf(subject)
  const { rowCount } = await db.query(
    `SELECT FROM occurrences WHERE submission_id = $1 AND comment_id IS NOT DISTINCT FROM $2
       AND outcome = $3 AND name LIKE 'decision:%' LIMIT 1`,
    [submissionId, commentId, ofPart(subject, 'removed')],
  )
  return rowCount === 1
}
