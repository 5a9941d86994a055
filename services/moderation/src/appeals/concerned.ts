import { readAnyAlternative } from '@answerable/contracts/alternative-decisions'
import { readAnyComment } from '@answerable/contracts/comment-decisions'
import { readAnyResponse } from '@answerable/contracts/response-decisions'
import { readAnySubmission } from '@answerable/contracts/review-internal'
import type { Deps } from '../deps.ts'
import type { Removable } from './store.ts'

export type Content = {
  kind: 'submission' | 'comment' | 'response' | 'alternative'
  isRemoved: boolean
  /** Null after the account was deleted. */
  authorId: string | null
  /** The business in whose name it was written. */
  businessId: string | null
}

/** Content in any state. Throws the error of a missing one. */
export const readContent = async (
  { catalog }: Pick<Deps, 'catalog'>,
  subject: Removable,
  requestId: string,
): Promise<Content> => {
  if ('submissionId' in subject) {
    const params = { id: subject.submissionId }
    const { approved, authorId } = await catalog(readAnySubmission, { params }, requestId)
    return { kind: 'submission', isRemoved: !approved, authorId, businessId: null }
  }
  if ('commentId' in subject) {
    const params = { id: subject.commentId }
    const { state, authorId } = await catalog(readAnyComment, { params }, requestId)
    return { kind: 'comment', isRemoved: state === 'removed', authorId, businessId: null }
  }
  const params = { id: subject.subjectId }
  if (subject.subjectKind === 'response') {
    const found = await catalog(readAnyResponse, { params }, requestId)
    const { state, authorId, business } = found
    return { kind: 'response', isRemoved: state === 'removed', authorId, businessId: business.id }
  }
  const { state, authorId } = await catalog(readAnyAlternative, { params }, requestId)
  return { kind: 'alternative', isRemoved: state === 'removed', authorId, businessId: null }
}

/** Whether a person wrote the content, or speaks for the business in whose name it was written. */
export const isConcerned = async (
  { pool }: Pick<Deps, 'pool'>,
  { authorId, businessId }: Content,
  userId: string,
): Promise<boolean> => {
  if (authorId === userId) return true
  if (businessId === null) return false
  const { rowCount } = await pool.query(
    'SELECT FROM representations WHERE business_id = $1 AND user_id = $2 AND verified',
    [businessId, userId],
  )
  return rowCount === 1
}
