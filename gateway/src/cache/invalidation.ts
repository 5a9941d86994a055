import { commentsPageSize, listComments, maxCommentsPage } from '@answerable/contracts/comments'
import type { EventPayload, submissionChanged } from '@answerable/contracts/events'
import { pathOf } from '@answerable/contracts/route'
import { readSubmission } from '@answerable/contracts/submissions'
import type { PrerenderedPages } from '../pages/prerendered-pages.ts'
import type { ResponseCache } from './response-cache.ts'

type Needs = {
  answers: Pick<ResponseCache, 'expire' | 'expireAll' | 'forget'>
  drawn: Pick<PrerenderedPages, 'expireAll'> | null
}

/**
 * Lets go of what a change has made old. Numbers in the feed may be as old as any answer that is kept, but
 * a page that is told of a new comment asks for it at once.
 */
export const applyChange = (
  { answers, drawn }: Needs,
  { submissionId, approved, cause, commentCount }: EventPayload<typeof submissionChanged>,
): void => {
  if (!approved || cause !== 'numbers') drawn?.expireAll()
  if (!approved) answers.forget(submissionId)
  else if (cause !== 'numbers') answers.expireAll()
  else {
    const params = { id: submissionId }
    answers.expire([pathOf(readSubmission, { params }), ...commentPages(params, commentCount)])
  }
}

/** A new comment moves the last one of every page to the next page. */
const commentPages = (params: { id: string }, count: number): string[] => {
  const pages = Math.min(Math.max(Math.ceil(count / commentsPageSize), 1), maxCommentsPage)
  return Array.from({ length: pages }, (_, at) =>
    pathOf(listComments, { params, query: { page: String(at + 1) } }),
  )
}
