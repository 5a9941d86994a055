import { applyCommentDecision, readAnyComment } from '@answerable/contracts/comment-decisions'
import type { RouteRequest, RouteResponse } from '@answerable/contracts/route'
import { type Db, transaction } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import { type Router, serve } from '@answerable/service-kit/http/serve'
import { closeFlags, comments, findReporters } from '../comment-flags/store.ts'
import { appendCommentChange, removeComment, restoreComment } from '../comments/changes.ts'
import type { CommentRow } from '../comments/rows.ts'
import { lockComment } from '../comments/store.ts'
import { isOutdatedApproval } from '../decisions/rules.ts'
import type { Deps } from '../deps.ts'
import { appendFlagsClosed } from '../flags/closed.ts'
import {
  findAdminComments,
  findApplied,
  insertApplied,
  markDecided,
  readLogged,
  readReviewedComment,
} from './store.ts'

export const commentDecisions = (
  router: Router,
  { pool, relay }: Pick<Deps, 'pool' | 'relay'>,
): void => {
  serve(router, applyCommentDecision, async ({ body, requestId }) => {
    const applied = await transaction(pool, (db) => apply(db, body, requestId))
    relay.wake()
    return applied
  })

  serve(router, readAnyComment, async ({ params }) => {
    const comment = await readReviewedComment(pool, params.id)
    if (comment === null) throw new AppError('comment_not_found')
    return comment
  })
}

type Decision = RouteRequest<typeof applyCommentDecision>['body']
type Result = RouteResponse<typeof applyCommentDecision>

const apply = async (db: Db, decision: Decision, requestId: string): Promise<Result> => {
  const { decisionId, commentId, expectedVersion } = decision
  // Also of a comment that was deleted since.
  const early = await earlierResult(db, decision)
  if (early !== null) return early
  const { comment, submission } = await lockComment(db, commentId)
  const earlier = await earlierResult(db, decision)
  if (earlier !== null) return earlier
  if (comment.state === 'deleted') throw new AppError('comment_not_found')
  if (expectedVersion !== undefined && comment.decided_version > expectedVersion) {
    throw new AppError('decision_conflict')
  }
  // An approval of another text than the current one would close its flags.
  if (isOutdatedApproval(decision, comment)) throw new AppError('comment_changed')
  const before = await existingState(db, commentId)
  if (decision.action === 'remove') await remove(db, comment, { ...decision, requestId })
  else await approve(db, comment, { ...decision, requestId })
  const applied = {
    submissionId: submission.id,
    category: submission.category,
    before,
    after: await existingState(db, commentId),
  }
  await insertApplied(db, decisionId, { ...applied, commentId })
  return { ...applied, comment: (await findAdminComments(db, [commentId])).get(commentId) ?? null }
}

const earlierResult = async (
  db: Db,
  { decisionId, commentId }: Decision,
): Promise<Result | null> => {
  const applied = await findApplied(db, decisionId)
  if (applied === null) return null
  const { commentId: decidedId, ...result } = applied
  if (decidedId !== commentId) throw new AppError('decision_conflict')
  return { ...result, comment: (await findAdminComments(db, [commentId])).get(commentId) ?? null }
}

const existingState = async (db: Db, commentId: string): Promise<Result['before']> => {
  const state = await readLogged(db, commentId)
  if (state === null) throw new AppError('comment_not_found')
  return state
}

type InRequest = Pick<Decision, 'decisionId' | 'reasonCode'> & { requestId: string }

/** Leaves the flags open, for the record. */
const remove = async (
  db: Db,
  comment: CommentRow,
  { decisionId, reasonCode, requestId }: InRequest,
): Promise<void> => {
  await markDecided(db, comment.id, reasonCode)
  if (comment.state === 'removed') {
    await appendCommentChange(db, comment.id, { cause: 'removed', requestId })
    return
  }
  await removeComment(db, comment, { reasonCode, requestId })
  await appendFlagsClosed(db, {
    subject: subjectOf(comment),
    reporterIds: await findReporters(db, comments, comment.id),
    outcome: 'removed',
    decisionId,
  })
}

const approve = async (
  db: Db,
  comment: CommentRow,
  { decisionId, requestId }: InRequest,
): Promise<void> => {
  await markDecided(db, comment.id, null)
  if (comment.state === 'removed') await restoreComment(db, comment, { requestId })
  await appendFlagsClosed(db, {
    subject: subjectOf(comment),
    reporterIds: await closeFlags(db, comments, { id: comment.id, decisionId }),
    outcome: 'approved',
    decisionId,
  })
}

const subjectOf = ({ id, submission_id }: CommentRow) =>
  ({ kind: 'comment', id, submissionId: submission_id }) as const
