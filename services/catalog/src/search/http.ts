import type { Business } from '@answerable/contracts/businesses'
import type { RouteRequest } from '@answerable/contracts/route'
import { findSimilar, type SearchResult, search, suggest } from '@answerable/contracts/search'
import type { Viewer } from '@answerable/contracts/sessions'
import type { Submission } from '@answerable/contracts/submissions'
import { concurrencyLimit } from '@answerable/service-kit/calls/concurrency-limit'
import type { Pool } from '@answerable/service-kit/db'
import { pageHeaders } from '@answerable/service-kit/http/page-headers'
import { type Router, reply, serve } from '@answerable/service-kit/http/serve'
import { anonymousCacheControl } from '@answerable/service-kit/http/shared-cache-control'
import { mergedIdOf } from '../businesses/store.ts'
import type { Deps } from '../deps.ts'
import { readShownRows, shownSubmissionOf } from '../submissions/shown-rows.ts'
import { findBusinesses } from './businesses.ts'
import { type MarkedWord, markExcerpt, markMatches, wordsToMark } from './matches.ts'
import { type SearchResults, searchTable } from './search.ts'
import { findSimilarSubmissions } from './similar.ts'
import { suggestNames } from './suggestions.ts'
import { searchedBusinesses, searchedSubmissions } from './tables.ts'

type Request = RouteRequest<typeof search>['query']

/** Of nine database connections, so that a flood of searches leaves votes enough. */
const maxRunning = 3
const maxWaiting = 60

export const searches = (router: Router, { pool }: Pick<Deps, 'pool'>): void => {
  const limited = concurrencyLimit({ running: () => maxRunning, waiting: maxWaiting })

  serve(router, search, async ({ query, viewer }) => {
    const results = await limited(() => searchAfterMerges(pool, query))
    const page = results.ids.slice((query.page - 1) * query.limit, query.page * query.limit)
    const marked = results.words.flatMap(wordsToMark)
    const body =
      query.type === 'boycotts'
        ? (await readSubmissions(pool, page, viewer)).map((one) => boycottOf(one, marked))
        : (await findBusinesses(pool, page)).map((one) => businessOf(one, marked))
    return reply<SearchResult[]>(body, {
      ...pageHeaders(search.path, query, results.ids.length),
      ...(results.correctedTo === null
        ? {}
        : { 'Search-Corrected-To': encodeURIComponent(results.correctedTo) }),
      ...anonymousCacheControl(viewer),
    })
  })

  serve(router, suggest, async ({ query, viewer }) =>
    reply(await limited(() => suggestNames(pool, query.q)), anonymousCacheControl(viewer)),
  )

  serve(router, findSimilar, async ({ query, viewer }) => {
    const ids = await limited(() => findSimilarSubmissions(pool, query))
    return reply(await readSubmissions(pool, ids, viewer), anonymousCacheControl(viewer))
  })
}

const tables = { boycotts: searchedSubmissions, businesses: searchedBusinesses } as const

/** An address may have the id of a business that was merged. */
const searchAfterMerges = async (pool: Pool, query: Request): Promise<SearchResults> => {
  const table = tables[query.type]
  const results = await searchTable(pool, table, query)
  if (query.business === undefined || results.ids.length > 0) return results
  const business = await mergedIdOf(pool, query.business)
  return business === null ? results : searchTable(pool, table, { ...query, business })
}

/** Public submissions in this order. Those that were removed in the meantime are omitted. */
const readSubmissions = async (
  pool: Pool,
  ids: readonly string[],
  viewer: Viewer | null,
): Promise<Submission[]> => {
  if (ids.length === 0) return []
  const viewerId = viewer?.id ?? null
  const rows = await readShownRows(
    pool,
    ids.map((id) => ({ id, viewerId })),
  )
  return rows
    .filter(({ approved }) => approved)
    .sort((one, other) => one.place - other.place)
    .map(shownSubmissionOf)
}

const boycottOf = (submission: Submission, marked: readonly MarkedWord[]): SearchResult => ({
  type: 'boycott',
  submission,
  matches: {
    name: markMatches(submission.targetName, marked),
    location: markMatches(submission.location, marked),
    reasons: markExcerpt(submission.reasons, marked),
  },
})

const businessOf = (
  { aliases, ...business }: Business & { aliases: readonly string[] },
  marked: readonly MarkedWord[],
): SearchResult => ({
  type: 'business',
  business,
  matches: {
    name: markMatches(business.name, marked),
    alias: aliases.map((alias) => markMatches(alias, marked)).find((one) => one !== undefined),
  },
})
