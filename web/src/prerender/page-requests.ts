import { listAlternatives } from '@answerable/contracts/alternatives'
import { listBusinesses, readBusiness } from '@answerable/contracts/businesses'
import { listComments } from '@answerable/contracts/comments'
import { listOutcomes, readImpact } from '@answerable/contracts/impact'
import { pages } from '@answerable/contracts/pages'
import { countPlaces } from '@answerable/contracts/places'
import type { PrerenderResponse } from '@answerable/contracts/prerender'
import { readResponses } from '@answerable/contracts/responses'
import { pathOf } from '@answerable/contracts/route'
import { listSources } from '@answerable/contracts/sources'
import { listSubmissions, readSubmission } from '@answerable/contracts/submissions'
import { readTimeline } from '@answerable/contracts/timeline'
import { readTransparency } from '@answerable/contracts/transparency'
import { matchPath } from 'react-router-dom'
import { listedOf } from '../api/listed.ts'
import { queryKeys } from '../api/query-keys.ts'
import { businessesQueryOf, businessQueries } from '../features/businesses/business-queries.ts'
import { commentQueries, firstCommentPage } from '../features/comments/comments.ts'
import { placeCountQueries } from '../features/filters/place-counts.ts'
import { impactQueries, outcomesQueryOf } from '../features/impact/impact-queries.ts'
import {
  type FeedPlace,
  feedQueryOf,
  submissionQueries,
} from '../features/submissions/submission-queries.ts'
import { transparencyQueries } from '../features/transparency/transparency-queries.ts'
import { timelineQueries } from '../features/updates/timeline-queries.ts'
import { businessesAddress, readBusinessesPlace } from '../pages/businesses/businesses-address.ts'
import { feedAddress, isFiltered, readFeedPlace } from '../pages/feed/feed-address.ts'
import { boycottsIn } from '../pages/places/country-address.ts'

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
  pages.search,
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
    const place = readFeedPlace(query)
    const isCanonical = feedAddress(place) === `${path}${search}`
    return isCanonical && !isFiltered(place) ? [feedRequest(place)] : null
  }
  if (path === pages.businesses) return directoryRequests(search)
  if (search !== '') return null
  if (path === pages.places) return [countsRequest()]
  if (path === pages.impact) return impactRequests()
  if (path === pages.transparency) return [transparencyRequest()]
  const country = matchPath(pages.country, path)?.params.country
  if (country !== undefined) return countryRequests(country)
  const slug = matchPath(pages.business, path)?.params.slug
  // Ids need no decoding; slugs are percent-encoded.
  if (slug !== undefined) return businessRequests(decodeURIComponent(slug))
  const id = matchPath(pages.boycott, path)?.params.id
  if (id !== undefined) return submissionRequests(id)
  return textPages.includes(path) ? [] : null
}

const feedRequest = (place: FeedPlace): PageRequest => ({
  path: pathOf(listSubmissions, { query: feedQueryOf(place) }),
  key: submissionQueries.feed(place, undefined).queryKey,
  dataOf: ({ body, total }) => listedOf(JSON.parse(body), total),
})

/** Only unfiltered pages: there are infinitely many searches. */
const directoryRequests = (search: string): readonly PageRequest[] | null => {
  const place = readBusinessesPlace(new URLSearchParams(search))
  const { page, sort } = place
  if (businessesAddress({ page, sort }) !== `${pages.businesses}${search}`) return null
  return [
    {
      path: pathOf(listBusinesses, { query: businessesQueryOf(place) }),
      key: businessQueries.list(place).queryKey,
      dataOf: ({ body, total }) => listedOf(JSON.parse(body), total),
    },
  ]
}

/** The boycotts are fetched afterwards, because their request needs the ID. */
const businessRequests = (slug: string): PageRequest[] => [
  {
    path: pathOf(readBusiness, { params: { slug } }),
    key: businessQueries.detail(slug).queryKey,
    dataOf: ({ body }) => JSON.parse(body),
  },
]

const countsRequest = (): PageRequest => ({
  path: pathOf(countPlaces, {}),
  key: placeCountQueries.all().queryKey,
  dataOf: ({ body }) => JSON.parse(body),
})

const impactRequests = (): PageRequest[] => [
  {
    path: pathOf(readImpact, { query: {} }),
    key: impactQueries.figures().queryKey,
    dataOf: ({ body }) => JSON.parse(body),
  },
  {
    path: pathOf(listOutcomes, { query: outcomesQueryOf(1) }),
    key: impactQueries.outcomes(1).queryKey,
    dataOf: ({ body, total }) => listedOf(JSON.parse(body), total),
  },
]

const transparencyRequest = (): PageRequest => ({
  path: pathOf(readTransparency, { query: {} }),
  key: transparencyQueries.months().queryKey,
  dataOf: ({ body }) => JSON.parse(body),
})

const countryRequests = (country: string): PageRequest[] => [
  countsRequest(),
  feedRequest(boycottsIn({ country, tab: 'boycotts', page: 1 })),
]

const submissionRequests = (id: string): PageRequest[] => [
  {
    path: pathOf(readSubmission, { params: { id } }),
    key: queryKeys.submission(id),
    dataOf: ({ body }) => JSON.parse(body),
  },
  {
    path: pathOf(listComments, { params: { id }, query: { page: '1', sort: 'newest' } }),
    key: commentQueries.threads(id, 'newest').queryKey,
    dataOf: ({ body, total }) => firstCommentPage(listedOf(JSON.parse(body), total)),
  },
  {
    path: pathOf(readResponses, { params: { id } }),
    key: queryKeys.responses(id),
    dataOf: ({ body }) => JSON.parse(body),
  },
  {
    path: pathOf(listSources, { params: { id } }),
    key: queryKeys.sources(id),
    dataOf: ({ body }) => JSON.parse(body),
  },
  {
    path: pathOf(listAlternatives, { params: { id } }),
    key: queryKeys.alternatives(id),
    dataOf: ({ body, total }) => ({
      pages: [listedOf(JSON.parse(body), total)],
      pageParams: [1],
    }),
  },
  {
    path: pathOf(readTimeline, { params: { id }, query: { page: '1' } }),
    key: timelineQueries.ofSubmission(id, 1).queryKey,
    dataOf: ({ body, total }) => listedOf(JSON.parse(body), total),
  },
]
