import { listAlternatives } from '@answerable/contracts/alternatives'
import { listBusinesses } from '@answerable/contracts/businesses'
import { listComments, readComment } from '@answerable/contracts/comments'
import type { CommentChange, ResponseChange, SubmissionChange } from '@answerable/contracts/events'
import { readResponses } from '@answerable/contracts/responses'
import { pathOf } from '@answerable/contracts/route'
import { search, suggest } from '@answerable/contracts/search'
import { listSources } from '@answerable/contracts/sources'
import { readSubmission } from '@answerable/contracts/submissions'
import { readTimeline } from '@answerable/contracts/timeline'
import type { PrerenderedPages } from '../pages/prerendered-pages.ts'
import type { ResponseCache } from './response-cache.ts'

type Caches = {
  responseCache: Pick<
    ResponseCache,
    'expire' | 'expireBelow' | 'expireAll' | 'remove' | 'removeSubmission'
  >
  prerendered: Pick<PrerenderedPages, 'expireAll'> | null
  documentCache: Pick<ResponseCache, 'expireAll'>
}

/** Responses with comments or the name of a submission may lack its id. */
const withoutId = ['/api/comments', listBusinesses.path, search.path, suggest.path]

/**
 * Expires the responses that a change makes outdated. A change of numbers expires the submission, which open pages
 * request again at once, but not the feed. It also expires the sections that changed. A removal
 * expires sitemaps and feeds.
 */
export const applyChange = (
  { responseCache, prerendered, documentCache }: Caches,
  { submissionId, approved, cause, sections = [] }: SubmissionChange,
): void => {
  const params = { id: submissionId }
  if (!approved || cause !== 'numbers') prerendered?.expireAll()
  if (!approved) documentCache.expireAll()
  if (!approved) responseCache.removeSubmission(submissionId, withoutId)
  else if (cause !== 'numbers') {
    responseCache.expireAll()
    // With its sections.
    responseCache.expireBelow([pathOf(readSubmission, { params })])
  } else {
    responseCache.expire([pathOf(readSubmission, { params })])
    responseCache.expireBelow(sections.map((section) => pathOf(routeOf[section], { params })))
  }
}

const routeOf = {
  response: readResponses,
  alternatives: listAlternatives,
  timeline: readTimeline,
} as const

/**
 * Expires the lists of comments in which a comment may be. Its former text is not sent again once it is deleted or
 * removed. A mark expires nothing: responses are fresh for a second only.
 */
export const applyCommentChange = (
  { responseCache, prerendered, documentCache }: Caches,
  { submissionId, commentId, rootId, state, cause }: CommentChange,
): void => {
  if (cause === 'helpful') return
  if (state !== 'shown') {
    prerendered?.expireAll()
    documentCache.expireAll()
    responseCache.remove(commentId)
  }
  responseCache.expireBelow([
    pathOf(listComments, { params: { id: submissionId } }),
    ...[commentId, rootId ?? commentId].map((id) => pathOf(readComment, { params: { id } })),
  ])
}

/**
 * Expires everything, because the pages of businesses also have responses. A former text is not sent again once the
 * response is removed.
 */
export const applyResponseChange = (
  { responseCache, prerendered }: Omit<Caches, 'documentCache'>,
  { submissionId, responseId, state }: ResponseChange,
): void => {
  if (state !== 'shown') responseCache.remove(responseId)
  responseCache.expireAll()
  responseCache.expireBelow([pathOf(readResponses, { params: { id: submissionId } })])
  prerendered?.expireAll()
}

/** Expires the links of a submission with their checks. */
export const applySourcesChange = (
  responseCache: Pick<ResponseCache, 'expireBelow'>,
  { submissionId }: { submissionId: string },
): void => responseCache.expireBelow([pathOf(listSources, { params: { id: submissionId } })])
