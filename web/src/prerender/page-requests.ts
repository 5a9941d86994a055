import { listComments } from '@answerable/contracts/comments'
import { pages } from '@answerable/contracts/pages'
import { pageSize } from '@answerable/contracts/paging'
import type { PrerenderResponse } from '@answerable/contracts/prerender'
import { pathOf } from '@answerable/contracts/route'
import { listSubmissions, readSubmission } from '@answerable/contracts/submissions'
import { matchPath } from 'react-router-dom'
import { listedOf } from '../api/listed.ts'
import { queryKeys } from '../api/query-keys.ts'
import { firstCommentPage } from '../features/comments/comments.ts'
import { submissionQueries } from '../features/submissions/submission-queries.ts'
import { feedAddress, readFeedPlace } from '../pages/feed/feed-address.ts'

/** A request whose response a page shows. */
type PageRequest = {
  /** For example /api/boycotts?page=1&limit=30&sort=hot. */
  path: string
  key: readonly unknown[]
  dataOf: (response: PrerenderResponse) => unknown
}

/** Pages that need no data. */
const textPages: readonly string[] = [
  pages.submit,
  pages.about,
  pages.howItWorks,
  pages.guidelines,
  pages.privacy,
  pages.terms,
  pages.donate,
  pages.roadmap,
]

/**
 * The requests needed to prerender a page; null for pages that are not prerendered. Those include addresses
 * with unknown parameters, because there are infinitely many.
 */
export const pageRequestsOf = (path: string, search: string): readonly PageRequest[] | null => {
  if (path === pages.home) {
    const query = new URLSearchParams(search)
    return feedAddress(readFeedPlace(query)) === `${path}${search}` ? [feedRequest(query)] : null
  }
  if (search !== '') return null
  const id = matchPath(pages.boycott, path)?.params.id
  if (id !== undefined) return submissionRequests(id)
  return textPages.includes(path) ? [] : null
}

const feedRequest = (search: URLSearchParams): PageRequest => {
  const place = readFeedPlace(search)
  const query = { page: String(place.page), limit: String(pageSize), sort: place.sort }
  return {
    path: pathOf(listSubmissions, { query }),
    key: submissionQueries.feed(place, undefined).queryKey,
    dataOf: ({ body, total }) => listedOf(JSON.parse(body), total),
  }
}

const submissionRequests = (id: string): PageRequest[] => [
  {
    path: pathOf(readSubmission, { params: { id } }),
    key: queryKeys.submission(id),
    dataOf: ({ body }) => JSON.parse(body),
  },
  {
    path: pathOf(listComments, { params: { id }, query: { page: '1' } }),
    key: queryKeys.comments(id),
    dataOf: ({ body, total }) => firstCommentPage(listedOf(JSON.parse(body), total)),
  },
]
