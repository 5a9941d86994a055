import { commentsPageSize, listComments, maxCommentsPage } from '@answerable/contracts/comments'
import type { SubmissionChange } from '@answerable/contracts/events'
import { pathOf } from '@answerable/contracts/route'
import { readSubmission } from '@answerable/contracts/submissions'
import type { PrerenderedPages } from '../pages/prerendered-pages.ts'
import type { ResponseCache } from './response-cache.ts'

type Caches = {
  responseCache: Pick<ResponseCache, 'expire' | 'expireAll' | 'removeSubmission'>
  prerendered: Pick<PrerenderedPages, 'expireAll'> | null
}

/**
 * Expires the responses that a change makes outdated. A change of numbers does not expire the feed, only the
 * submission and its comments, which open pages request again at once.
 */
export const applyChange = (
  { responseCache, prerendered }: Caches,
  { submissionId, approved, cause, commentCount }: SubmissionChange,
): void => {
  if (!approved || cause !== 'numbers') prerendered?.expireAll()
  if (!approved) responseCache.removeSubmission(submissionId)
  else if (cause !== 'numbers') responseCache.expireAll()
  else {
    const params = { id: submissionId }
    responseCache.expire([
      pathOf(readSubmission, { params }),
      ...commentPages(params, commentCount),
    ])
  }
}

/** A new comment moves the last one of every page to the next page. */
const commentPages = (params: { id: string }, count: number): string[] => {
  const pages = Math.min(Math.max(Math.ceil(count / commentsPageSize), 1), maxCommentsPage)
  return Array.from({ length: pages }, (_, at) =>
    pathOf(listComments, { params, query: { page: String(at + 1) } }),
  )
}
