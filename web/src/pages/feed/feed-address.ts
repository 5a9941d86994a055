import { type Sort, sorts } from '@answerable/contracts/submissions'
import type { FeedPlace } from '../../features/submissions/submission-queries.ts'
import { readPage } from '../../ui/paging.ts'

/** Page and sort from an address, with defaults for missing or invalid values. */
export const readFeedPlace = (search: URLSearchParams): FeedPlace => ({
  page: readPage(search.get('page')),
  sort: readSort(search.get('sort')),
})

/** Address of a page of the feed, without default values. */
export const feedAddress = ({ page, sort }: FeedPlace): string => {
  const search = new URLSearchParams()
  if (sort !== 'hot') search.set('sort', sort)
  if (page !== 1) search.set('page', String(page))
  return search.size === 0 ? '/' : `/?${search}`
}

const readSort = (value: string | null): Sort => sorts.find((sort) => sort === value) ?? 'hot'
