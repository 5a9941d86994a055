import { countAccounts } from '@answerable/contracts/accounts'
import { listHeldVotes } from '@answerable/contracts/held-votes'
import { listMerges } from '@answerable/contracts/merges'
import {
  listAllSubmissions,
  listFlagged,
  previewRank,
  type ReviewedSubmission,
  readStats,
  reviewSubmission,
} from '@answerable/contracts/review'
import {
  countForReview,
  type FlaggedSubmission,
  maxAppealed,
  pageHeldVotes,
  pageQueue,
  rankSubmission,
  readAnySubmission,
  searchSubmissions,
} from '@answerable/contracts/review-internal'
import { pageHeaders } from '@answerable/service-kit/http/page-headers'
import { type Router, reply, serve } from '@answerable/service-kit/http/serve'
import {
  appealOf,
  countOpenAppeals,
  findAppealedSubmissions,
  findAppealsOn,
} from '../appeals/store.ts'
import { readHistories } from '../decisions/history.ts'
import type { Deps } from '../deps.ts'

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
      // Appealed are removed submissions only, flagged those in view: none is counted twice.
      pendingReview: counts.pending + openAppeals,
      totalUsers: accounts,
      flaggedContent: counts.flagged,
    }
  })

  serve(router, listFlagged, async ({ query, requestId }) => {
    const alsoIds = await findAppealedSubmissions(pool, maxAppealed)
    const found = await catalog(pageQueue, { body: { ...query, alsoIds } }, requestId)
    const entries = await withDecisions(found.submissions)
    return reply(entries, pageHeaders(listFlagged.path, query, found.total))
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
      withDecisions([found]),
      findAppealsOn(pool, [params.id]),
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

  const withDecisions = async (
    submissions: readonly FlaggedSubmission[],
  ): Promise<ReviewedSubmission[]> => {
    const ids = submissions.map(({ id }) => id)
    const [histories, appeals] = await Promise.all([
      readHistories(pool, ids),
      findAppealsOn(pool, ids),
    ])
    return submissions.map((submission) => {
      const open = appeals.find(
        (appeal) => appeal.submission_id === submission.id && appeal.state === 'open',
      )
      return {
        ...submission,
        decisions: histories.get(submission.id) ?? [],
        appeal: open === undefined ? null : appealOf(open),
      }
    })
  }
}
