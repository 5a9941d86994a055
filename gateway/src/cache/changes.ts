import { listComments } from '@answerable/contracts/comments'
import type { EventPayload, submissionChanged } from '@answerable/contracts/events'
import { pathOf } from '@answerable/contracts/route'
import { readSubmission } from '@answerable/contracts/submissions'
import type { AnswerCache } from './answer-cache.ts'

/**
 * Lets go of what a change has made old. Numbers in the feed may be as old as any answer that is kept, but
 * a page that is told of a new comment asks for it at once.
 */
export const applyChange = (
  answers: Pick<AnswerCache, 'expire' | 'expireAll' | 'forget'>,
  { submissionId, approved, cause }: EventPayload<typeof submissionChanged>,
): void => {
  if (!approved) answers.forget(submissionId)
  else if (cause !== 'numbers') answers.expireAll()
  else {
    const params = { id: submissionId }
    answers.expire([pathOf(readSubmission, { params }), pathOf(listComments, { params })])
  }
}
