import { applyCommentDecision, readAnyComment } from '@answerable/contracts/comment-decisions'
import type { CommentEffect, Owners } from '../decisions/apply-at-owner.ts'
import type { Decision } from '../decisions/store.ts'

/** Removes or approves a comment. A refused appeal changes nothing. */
export const decideOnComment = async (
  { catalog }: Pick<Owners, 'catalog'>,
  { id: decisionId, kind, reasonCode, expectedVersion, requestId }: Decision,
  commentId: string,
): Promise<CommentEffect> => {
  if (kind === 'uphold') {
    const params = { id: commentId }
    const { flags: _, ...comment } = await catalog(readAnyComment, { params }, requestId)
    const { state, flagCount, version, submission } = comment
    return {
      subject: {
        kind: 'comment',
        id: commentId,
        submissionId: submission.id,
        category: submission.category,
      },
      before: { state, flagCount, version },
      after: { state, flagCount, version },
      comment,
      voteCount: null,
    }
  }
  const body = {
    decisionId,
    commentId,
    action: kind === 'remove-comment' ? ('remove' as const) : ('approve' as const),
    reasonCode,
    ...(expectedVersion === null ? {} : { expectedVersion }),
  }
  const { submissionId, category, ...effect } = await catalog(
    applyCommentDecision,
    { body },
    requestId,
  )
  return {
    ...effect,
    subject: { kind: 'comment', id: commentId, submissionId, category },
    voteCount: null,
  }
}
