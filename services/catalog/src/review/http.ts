import {
  countForReview,
  pageHeldVotes,
  rankSubmission,
  readAnySubmission,
  searchSubmissions,
} from '@answerable/contracts/review-internal'
import { pageEntries, pageWaiting } from '@answerable/contracts/review-queue'
import { AppError } from '@answerable/service-kit/errors'
import { type Router, serve } from '@answerable/service-kit/http/serve'
import type { Deps } from '../deps.ts'
import { readCounts } from './counts.ts'
import { readFormerPage, readQueuePage } from './entries.ts'
import { readHeldVotes } from './held-votes.ts'
import { readReviewed } from './queue.ts'
import { readRank } from './rank.ts'
import { search } from './search.ts'

/** Reads for moderation, of submissions in any state. */
export const review = (router: Router, { pool }: Pick<Deps, 'pool'>): void => {
  serve(router, countForReview, ({ query }) => readCounts(pool, query.threshold))

  serve(router, pageWaiting, ({ body }) => readQueuePage(pool, body))

  serve(router, pageEntries, ({ body }) => readFormerPage(pool, body))

  serve(router, pageHeldVotes, ({ query }) => readHeldVotes(pool, query))

  serve(router, searchSubmissions, ({ query }) => search(pool, query))

  serve(router, readAnySubmission, async ({ params }) =>
    existing(await readReviewed(pool, params.id)),
  )

  serve(router, rankSubmission, async ({ params, query }) =>
    existing(await readRank(pool, { id: params.id, boost: query.boost })),
  )
}

const existing = <Found>(found: Found | null): Found => {
  if (found === null) throw new AppError('submission_not_found')
  return found
}
