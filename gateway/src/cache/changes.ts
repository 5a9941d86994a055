import { listComments } from '@answerable/contracts/comments'
import type { EventPayload, submissionChanged } from '@answerable/contracts/events'
import { pathOf } from '@answerable/contracts/route'
import { readSubmission } from '@answerable/contracts/submissions'
import { LRUCache } from 'lru-cache'
import type { AnswerCache } from './answer-cache.ts'

type Change = EventPayload<typeof submissionChanged>

const mostCounts = 10_000

/**
 * Lets go of what a change has made old. Scores may be as old as any answer that is kept, for pages are told
 * of them; but a page that is told of a new comment asks for it at once.
 */
export const applyChanges = (
  answers: Pick<AnswerCache, 'expire' | 'expireAll' | 'forget'>,
): ((change: Change) => void) => {
  const commentCounts = new LRUCache<string, number>({ max: mostCounts })

  const hasNewComments = ({ submissionId, commentCount }: Change): boolean => {
    const before = commentCounts.get(submissionId)
    commentCounts.set(submissionId, commentCount)
    return before !== commentCount
  }

  return (change) => {
    const { submissionId, approved, cause } = change
    const isOfComments = hasNewComments(change)
    if (!approved) answers.forget(submissionId)
    else if (cause !== 'numbers') answers.expireAll()
    else if (isOfComments) {
      const params = { id: submissionId }
      answers.expire([pathOf(readSubmission, { params }), pathOf(listComments, { params })])
    }
  }
}
