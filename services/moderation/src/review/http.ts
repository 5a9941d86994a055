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
  pageHeldVotes,
  rankSubmission,
  readAnySubmission,
  searchSubmissions,
} from '@answerable/contracts/review-internal'
import { listQueue, type QueueEntry } from '@answerable/contracts/review-queue'
import { pageHeaders } from '@answerable/service-kit/http/page-headers'
import { type Router, reply, serve } from '@answerable/service-kit/http/serve'
import { withDecisions as withAlternativeDecisions } from '../alternatives/reviewed.ts'
import { appealOf, countOpenAppeals, findAppealsOn } from '../appeals/store.ts'
import { withDecisions as withCommentDecisions } from '../comments/reviewed.ts'
import { readHistories } from '../decisions/history.ts'
import type { Deps } from '../deps.ts'
import { readEntries, readNotices } from './queue.ts'

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

  serve(router, listFlagged, async ({ query, requestId }) => {
    const page = { ...query, kind: 'submissions' } as const
    const { entries, total } = await readEntries({ pool, catalog }, page, {
      preceding: 0,
      requestId,
    })
    const submissions = entries.flatMap((one) =>
      one.kind === 'submission' ? [one.submission] : [],
    )
    return reply(await withDecisions(submissions), pageHeaders(listFlagged.path, query, total))
  })

  serve(router, listQueue, async ({ query, requestId }) => {
    const { notices, total: preceding } = await readNotices(pool, query)
    const { entries, total } = await readEntries({ pool, catalog }, query, { preceding, requestId })
    const reviewed = await withDecisions(
      entries.flatMap((one) => (one.kind === 'submission' ? [one.submission] : [])),
    )
    const reviewedComments = await withCommentDecisions(
      pool,
      entries.flatMap((one) => (one.kind === 'comment' ? [one.comment] : [])),
    )
    const alternatives = await withAlternativeDecisions(
      pool,
      entries.flatMap((one) => (one.kind === 'alternative' ? [one.alternative] : [])),
    )
    const others = entries.flatMap((entry): QueueEntry[] => {
      if (entry.kind === 'alternative') {
        const alternative = alternatives.find(({ id }) => id === entry.alternative.id)
        return alternative === undefined ? [] : [{ kind: 'alternative', alternative }]
      }
      if (entry.kind === 'submission') {
        const submission = reviewed.find(({ id }) => id === entry.submission.id)
        return submission === undefined ? [] : [{ kind: 'submission', submission }]
      }
      const comment = reviewedComments.find(({ id }) => id === entry.comment.id)
      return comment === undefined ? [] : [{ kind: 'comment', comment }]
    })
    return reply([...notices, ...others], pageHeaders(listQueue.path, query, preceding + total))
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

  const withDecisions = async (
    submissions: readonly FlaggedSubmission[],
  ): Promise<ReviewedSubmission[]> => {
    const ids = submissions.map(({ id }) => id)
    const [histories, appeals] = await Promise.all([
      readHistories(pool, ids),
      findAppealsOn(pool, { submissionIds: ids }),
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
