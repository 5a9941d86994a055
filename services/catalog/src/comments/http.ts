import {
  commentsPageSize,
  listComments,
  listReplies,
  maxCommentsPage,
  postComment,
  readComment,
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
import { appendChange, lockPublicSubmission } from '../submissions/store.ts'
import { appendCommentChange } from './changes.ts'
import { storeMentions } from './mentions.ts'
import { pagesOf, repliesOfPage, threadsOfPage } from './pages.ts'
import { commentOf } from './rows.ts'
import {
  countComments,
  findComment,
  findDiscussed,
  findDiscussion,
  findParent,
  findVisibleComment,
  insertComment,
} from './store.ts'

const sizes = { pageSize: commentsPageSize, maxPage: maxCommentsPage }

export const comments = (
  router: Router,
  { pool, relay, statusWatch }: Pick<Deps, 'pool' | 'relay' | 'statusWatch'>,
): void => {
  serve(router, listComments, async ({ params, query, viewer }) => {
    const discussion = await findDiscussion(pool, params.id)
    if (discussion?.approved === false) {
      const into = await findMergedInto(pool, params.id)
      if (into !== null) return movedSubmission(listComments, into, query)
    }
    if (discussion === null || !isVisibleTo(discussion, viewer)) {
      throw new AppError('submission_not_found')
    }
    const total = discussion.threadCount
    const hasRows = (query.page - 1) * commentsPageSize < total
    const page = { submissionId: params.id, ...query, viewer }
    return reply(hasRows ? await threadsOfPage(pool, page) : [], {
      ...fixedPageHeaders(pathOf(listComments, { params }), query, { total, ...sizes }),
      ...anonymousCacheControl(viewer),
    })
  })

  serve(router, listReplies, async ({ params, query, viewer }) => {
    const root = await findVisibleComment(pool, params.id, viewer)
    if (root.parentId !== null) throw new AppError('comment_not_found')
    const total = root.replyCount
    const hasRows = (query.page - 1) * commentsPageSize < total
    const page = { rootId: params.id, ...query, viewer }
    return reply(hasRows ? await repliesOfPage(pool, page) : [], {
      ...fixedPageHeaders(pathOf(listReplies, { params }), query, { total, ...sizes }),
      ...anonymousCacheControl(viewer),
    })
  })

  serve(router, readComment, async ({ params, query, viewer }) => {
    const row = await findVisibleComment(pool, params.id, viewer)
    const placed = {
      ...commentOf(row, viewer),
      submissionId: row.submissionId,
      rootId: row.rootId,
      ...(await pagesOf(pool, row, query.sort)),
    }
    return reply(placed, anonymousCacheControl(viewer))
  })

  serve(router, postComment, async ({ params, body, viewer, header, requestId }) => {
    const request = idempotentRequest(header('idempotency-key'), {
      route: postComment,
      params,
      body,
    })
    const { content, parentId = null } = body
    const comment = await transaction(pool, async (db) => {
      await writeAuthor(db, viewer)
      const id = crypto.randomUUID()
      const earlierId =
        request === null ? null : await claimKey(db, viewer.id, { ...request, resultId: id })
      const submission = await lockPublicSubmission(
        db,
        earlierId === null ? params.id : await findDiscussed(db, earlierId),
      )
      if (earlierId !== null) return findComment(db, earlierId, viewer)
      if (submission.discussion_locked) throw new AppError('discussion_locked')
      const parent = parentId === null ? null : await findParent(db, params.id, parentId)
      await countFirstDay(db, viewer, 'comments')
      const created = { id, submissionId: params.id, authorId: viewer.id, content, parent }
      await insertComment(db, created)
      await storeMentions(db, created)
      await countComments(db, params.id, 1)
      await appendCommentChange(db, id, { cause: 'created', requestId })
      await appendChange(db, params.id, { cause: 'numbers', requestId })
      return findComment(db, id, viewer)
    })
    relay.wake()
    statusWatch.checkStale(params.id)
    return comment
  })
}
