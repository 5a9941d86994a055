import { pathOf } from '@answerable/contracts/route'
import {
  maxTimelinePage,
  readBusinessTimeline,
  readTimeline,
  timelinePageSize,
} from '@answerable/contracts/timeline'
import { AppError } from '@answerable/service-kit/errors'
import { fixedPageHeaders } from '@answerable/service-kit/http/page-headers'
import { type Router, reply, serve } from '@answerable/service-kit/http/serve'
import { anonymousCacheControl } from '@answerable/service-kit/http/shared-cache-control'
import { findUnmerged } from '../businesses/changes.ts'
import type { Deps } from '../deps.ts'
import { findMergedInto, movedSubmission } from '../merges/redirects.ts'
import { isVisibleTo } from '../submissions/rules.ts'
import { findSubmission } from '../submissions/store.ts'
import { readBusinessEntries } from './business-timeline.ts'
import { readEntries } from './timeline.ts'

const sizes = { pageSize: timelinePageSize, maxPage: maxTimelinePage }

export const timelines = (router: Router, { pool }: Pick<Deps, 'pool'>): void => {
  serve(router, readTimeline, async ({ params, query, viewer }) => {
    const submission = await findSubmission(pool, params.id, null)
    if (submission?.approved === false) {
      const into = await findMergedInto(pool, params.id)
      if (into !== null) return movedSubmission(readTimeline, into, query)
    }
    if (submission === null || !isVisibleTo(submission, viewer)) {
      throw new AppError('submission_not_found')
    }
    const { entries, total } = await readEntries(pool, submission, query.page)
    return reply(entries, {
      ...fixedPageHeaders(pathOf(readTimeline, { params }), query, { total, ...sizes }),
      ...anonymousCacheControl(viewer),
    })
  })

  serve(router, readBusinessTimeline, async ({ params, query, viewer }) => {
    const id = await findUnmerged(pool, params.id)
    const { entries, total } = await readBusinessEntries(pool, id, query.page)
    return reply(entries, {
      ...fixedPageHeaders(pathOf(readBusinessTimeline, { params }), query, { total, ...sizes }),
      ...anonymousCacheControl(viewer),
    })
  })
}
