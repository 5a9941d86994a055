import type { Viewer } from '@answerable/contracts/sessions'
import { maxPage, type Sort, type Submission } from '@answerable/contracts/submissions'

/** What was removed exists only for administrators and its author. */
export const isVisibleTo = (
  submission: Pick<Submission, 'approved' | 'authorId'>,
  viewer: Viewer | null,
): boolean =>
  submission.approved ||
  viewer?.role === 'admin' ||
  (viewer !== null && viewer.id === submission.authorId)

export type PageRequest = { page: number; limit: number; sort: Sort }

/** The `Link` header (RFC 8288) of a page of the feed. */
export const pageLinks = ({ page, limit, sort }: PageRequest, total: number): string => {
  const last = Math.min(Math.max(Math.ceil(total / limit), 1), maxPage)
  const link = (rel: string, target: number): string =>
    `</api/boycotts?page=${target}&limit=${limit}&sort=${sort}>; rel="${rel}"`
  return [
    link('first', 1),
    ...(page > 1 ? [link('prev', Math.min(page - 1, last))] : []),
    ...(page < last ? [link('next', page + 1)] : []),
    link('last', last),
  ].join(', ')
}
