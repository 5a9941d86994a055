import { maxPage } from '@answerable/contracts/paging'
import { type Sort, sorts } from '@answerable/contracts/submissions'
import type { FeedPlace } from './submissions.ts'

/** Page and sort as the address says them; what it says wrongly is as if it were not said. */
export const readFeedPlace = (search: URLSearchParams): FeedPlace => {
  const page = search.get('page') ?? ''
  const isPage = /^\d{1,6}$/.test(page) && Number(page) >= 1 && Number(page) <= maxPage
  return { page: isPage ? Number(page) : 1, sort: readSort(search.get('sort')) }
}

/** Address of a place in the feed; what is the default is left out. */
export const feedAddress = ({ page, sort }: FeedPlace): string => {
  const search = new URLSearchParams()
  if (sort !== 'hot') search.set('sort', sort)
  if (page !== 1) search.set('page', String(page))
  return search.size === 0 ? '/' : `/?${search}`
}

const readSort = (value: string | null): Sort => sorts.find((sort) => sort === value) ?? 'hot'
