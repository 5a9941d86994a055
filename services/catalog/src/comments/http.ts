import {
  commentsPageSize,
  listComments,
  maxCommentsPage,
  postComment,
} from '@answerable/contracts/comments'
import { pathOf } from '@answerable/contracts/route'
import { transaction } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import { fixedPageHeaders } from '@answerable/service-kit/http/page-headers'
import { type Router, reply, serve } from '@answerable/service-kit/http/serve'
import { anonymousCacheControl } from '@answerable/service-kit/http/shared-cache-control'
import { countFirstDay } from '../authors/first-day.ts'
import { writeAuthor } from '../authors/store.ts'
import type { Deps } from '../deps.ts'
import { idempotentRequest } from '../idempotency/rules.ts'
import { claimKey } from '../idempotency/store.ts'
import { findMergedInto, movedSubmission } from '../merges/redirects.ts'
import { isVisibleTo } from '../submissions/rules.ts'
import { appendChange, findSubmission, lockPublicSubmission } from '../submissions/store.ts'
import { commentsOfPage, countComment, findComment, findDiscussed, insertComment } from './store.ts'

export const comments = (router: Router, { pool, relay }: Pick<Deps, 'pool' | 'relay'>): void => {
  serve(router, listComments, async ({ params, query, viewer }) => {
    const submission = await findSubmission(pool, params.id, null)
    if (submission?.approved === false) {
      const into = await findMergedInto(pool, params.id)
      if (into !== null) return movedSubmission(listComments, into, query)
    }
    if (submission === null || !isVisibleTo(submission, viewer)) {
      throw new AppError('submission_not_found')
    }
    const total = submission.commentCount
    const hasRows = (query.page - 1) * commentsPageSize < total
    return reply(hasRows ? await commentsOfPage(pool, params.id, query.page) : [], {
      ...fixedPageHeaders(pathOf(listComments, { params }), query, {
        total,
        pageSize: commentsPageSize,
        maxPage: maxCommentsPage,
      }),
      ...anonymousCacheControl(viewer),
    })
  })

  serve(router, postComment, async ({ params, body, viewer, header, requestId }) => {
    const request = idempotentRequest(header('idempotency-key'), {
      route: postComment,
      params,
      body,
    })
    const comment = await transaction(pool, async (db) => {
      await writeAuthor(db, viewer)
      const id = crypto.randomUUID()
      const earlierId =
        request === null ? null : await claimKey(db, viewer.id, { ...request, resultId: id })
      const submission = await lockPublicSubmission(
        db,
        earlierId === null ? params.id : await findDiscussed(db, earlierId),
      )
      if (earlierId !== null) return findComment(db, earlierId)
      if (submission.discussion_locked) throw new AppError('discussion_locked')
      await countFirstDay(db, viewer, 'comments')
      await insertComment(db, { id, submissionId: params.id, authorId: viewer.id, ...body })
      await countComment(db, params.id)
      await appendChange(db, params.id, { cause: 'numbers', requestId })
      return findComment(db, id)
    })
    relay.wake()
    return comment
  })
}
