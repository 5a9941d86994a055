import type { DecisionKind } from '@answerable/contracts/decisions'
import type { Db } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import type { Decision } from './store.ts'

/** The error of a late decision. It contains the decision that was applied first. */
export const conflictWith = async (db: Db, { id, subject }: Decision): Promise<AppError> => {
  if ('suggestionId' in subject)
    return new AppError('decision_conflict', {
      message: 'Another administrator has already decided on this suggestion.',
    })
  if ('businessId' in subject)
    return new AppError('decision_conflict', {
      message: 'One of the businesses is already merged, or the merge is already undone.',
    })
  if ('updateId' in subject)
    return new AppError('decision_conflict', {
      message: 'Another administrator has already decided on this update.',
    })
  if ('subjectId' in subject)
    return new AppError('decision_conflict', {
      message:
        subject.subjectKind === 'notice'
          ? 'This notice has changed, or another administrator has already decided on it. Reload the page.'
          : `Another administrator has already decided on this ${subject.subjectKind}.`,
    })
  if ('accountId' in subject) return new AppError('decision_conflict')
  const isComment = 'commentId' in subject
  const { rows } = await db.query<{
    id: string
    kind: DecisionKind
    boost_value: number | null
    created_at: Date
  }>(
    `SELECT id, kind, boost_value, created_at FROM decisions
     WHERE ${isComment ? 'comment_id = $1::uuid' : '$1 IN (submission_id, into_id)'}
       AND id <> $2 AND state <> 'refused' AND kind <> 'uphold'
     ORDER BY created_at DESC, id DESC LIMIT 1`,
    [isComment ? subject.commentId : subject.submissionId, id],
  )
  const [latest] = rows
  if (latest === undefined)
    return new AppError('decision_conflict', {
      ...(isComment && { message: 'Another administrator has already decided on this comment.' }),
    })
  const decidedAt = latest.created_at.toISOString()
  const minute = `${decidedAt.slice(0, 10)} ${decidedAt.slice(11, 16)} UTC`
  return new AppError('decision_conflict', {
    message: `An administrator already ${whatWasDone(latest.kind, latest.boost_value)} (${minute}).`,
    fields: {
      decidedBy: 'administrator',
      decision: latest.kind,
      decidedAt,
      decisionId: latest.id,
    },
  })
}

const whatWasDone = (kind: DecisionKind, boostValue: number | null): string => {
  if (kind === 'remove-comment') return 'removed this comment'
  if (kind === 'approve-comment') return 'approved this comment'
  if (kind === 'approve') return 'approved this submission'
  if (kind === 'remove') return 'removed this submission'
  if (kind === 'release-votes') return 'counted the held votes on this submission'
  if (kind === 'merge') return 'merged this submission'
  if (kind === 'unmerge') return 'undid the merge of this submission'
  if (kind === 'lock-discussion') return 'locked this discussion'
  if (kind === 'unlock-discussion') return 'unlocked this discussion'
  if (kind === 'rename') return 'changed the name of this submission'
  if (kind === 'confirm-update') return 'confirmed an update about this submission'
  if (kind === 'decline-update') return 'declined an update about this submission'
  if (kind === 'withdraw-update') return 'took back an update about this submission'
  if (kind === 'void-votes') return 'voided the held votes on this submission'
  return `set the boost of this submission to ${boostValue}`
}
