import type { FeedPlace } from '../../features/submissions/submission-queries.ts'

/** The boycotts of a business on its page. */
export const businessFeed = (id: string, page: number): FeedPlace => ({
  page,
  sort: 'top',
  business: id,
})
