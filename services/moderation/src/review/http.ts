import { countAccounts } from '@answerable/contracts/accounts'
import { listHeldVotes } from '@answerable/contracts/held-votes'
import { listMerges } from '@answerable/contracts/merges'
import {
  listAllSubmissions,
  listFlagged,
  previewRank,
  readStats,
  reviewSubmission,
} from '@answerable/contracts/review'
import {
  countForReview,
  pageHeldVotes,
  rankSubmission,
  readAnySubmission,
  searchSubmissions,
} from '@answerable/contracts/review-internal'
import { listQueue, openEntries } from '@answerable/contracts/review-queue'
import { pageHeaders } from '@answerable/service-kit/http/page-headers'
import { type Router, reply, serve } from '@answerable/service-kit/http/serve'
import { appealOf, countOpenAppeals, findAppealsOn } from '../appeals/store.ts'
import type { Deps } from '../deps.ts'
import { storeOpenEntries } from './open-entries.ts'
import { readQueue } from './queue.ts'
import { withDecisions } from './reviewed-submissions.ts'

/** Reads for administrators. Only decisions and appeals are stored in this service. */
export const review = (
  router: Router,
  { config, pool, auth, catalog }: Pick<Deps, 'config' | 'pool' | 'auth' | 'catalog'>,
): void => {
  serve(router, readStats, async ({ requestId }) => {
    const threshold = String(config.FLAG_REVIEW_THRESHOLD)
    const [counts, { accounts }, openAppeals] = await Promise.all([
      catalog(countForReview, { query: { threshold } }, requestId),
      auth(countAccounts, {}, requestId),
      countOpenAppeals(pool),
    ])
    return {
      totalSubmissions: counts.submissions,
      // Appealed are removed ones only, flagged those in view: none is counted twice.
      pendingReview: counts.pending + openAppeals,
      totalUsers: accounts,
      flaggedContent: counts.flagged,
    }
  })

  serve(router, listFlagged, async ({ query, viewer, requestId }) => {
    const page = { ...query, kind: 'submissions', sort: 'urgent' } as const
    const reader = { readerId: viewer.id, requestId }
    const { entries, total } = await readQueue({ pool, auth, catalog }, page, reader)
    const rows = entries.flatMap((entry) => {
      if (entry.kind !== 'submission') return []
      const { submission, waitingSince, openBy } = entry
      return [{ ...submission, waitingSince, openBy }]
    })
    return reply(rows, pageHeaders(listFlagged.path, query, total))
  })

  serve(router, listQueue, async ({ query, viewer, requestId }) => {
    const reader = { readerId: viewer.id, requestId }
    const { entries, total } = await readQueue({ pool, auth, catalog }, query, reader)
    return reply(entries, pageHeaders(listQueue.path, query, total))
  })

  serve(router, openEntries, async ({ body, viewer }) => {
    await storeOpenEntries(pool, viewer, body.ids)
    return undefined
  })

  serve(router, listHeldVotes, async ({ query, requestId }) => {
    const page = { page: String(query.page), limit: String(query.limit) }
    const found = await catalog(pageHeldVotes, { query: page }, requestId)
    return reply(found.submissions, pageHeaders(listHeldVotes.path, query, found.total))
  })

  serve(router, listAllSubmissions, async ({ query, requestId }) => {
    const { page, limit, ...filters } = query
    const found = await catalog(
      searchSubmissions,
      { query: { ...filters, page: String(page), limit: String(limit) } },
      requestId,
    )
    return reply(found.submissions, pageHeaders(listAllSubmissions.path, query, found.total))
  })

  serve(router, reviewSubmission, async ({ params, requestId }) => {
    const found = await catalog(readAnySubmission, { params }, requestId)
    const [entry, appeals, merges] = await Promise.all([
      withDecisions(pool, [found]),
      findAppealsOn(pool, { submissionIds: [params.id] }),
      catalog(listMerges, { params }, requestId),
    ])
    const decisions = entry[0]?.decisions ?? []
    return {
      ...found,
      decisions,
      appeal: entry[0]?.appeal ?? null,
      boosts: decisions.filter(({ kind }) => kind === 'super-boost'),
      appeals: appeals.map(appealOf),
      merges,
    }
  })

  serve(router, previewRank, ({ params, query, requestId }) =>
    catalog(rankSubmission, { params, query: { boost: String(query.boost) } }, requestId),
  )
}
