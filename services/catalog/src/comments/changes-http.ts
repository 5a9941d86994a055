import {
  editComment,
  editGraceMinutes,
  listCommentVersions,
  maxVersionsPage,
  versionsPageSize,
} from '@answerable/contracts/comment-versions'
import { deleteComment, markHelpful, unmarkHelpful } from '@answerable/contracts/comments'
import { pathOf } from '@answerable/contracts/route'
import type { Viewer } from '@answerable/contracts/sessions'
import { type Db, transaction } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import { fixedPageHeaders } from '@answerable/service-kit/http/page-headers'
import { type Router, reply, serve } from '@answerable/service-kit/http/serve'
import { anonymousCacheControl } from '@answerable/service-kit/http/shared-cache-control'
import { writeAuthor } from '../authors/store.ts'
import type { Deps } from '../deps.ts'
import { appendChange } from '../submissions/store.ts'
import { appendCommentChange, deleteComments } from './changes.ts'
import { deleteMark, insertMark } from './marks.ts'
import { storeMentions } from './mentions.ts'
import {
  countComments,
  findComment,
  findVisibleComment,
  lockPublicComment,
  updateText,
} from './store.ts'
import { countVersions, versionsOfPage } from './versions.ts'

export const commentChanges = (
  router: Router,
  { pool, relay }: Pick<Deps, 'pool' | 'relay'>,
): void => {
  serve(router, editComment, async ({ params: { id }, body, viewer, requestId }) => {
    const comment = await transaction(pool, async (db) => {
      await writeAuthor(db, viewer)
      const { comment: current, submission } = await lockOwn(db, id, viewer)
      if (submission.discussion_locked) throw new AppError('discussion_locked')
      if (body.expectedVersion !== undefined && current.text_version > body.expectedVersion) {
        throw new AppError('comment_changed')
      }
      if (current.content === body.content) return findComment(db, id, viewer)
      const keepsVersion = !isWithinGrace(current.created_at)
      await updateText(db, id, { content: body.content, keepsVersion })
      await storeMentions(db, { id, authorId: viewer.id, content: body.content })
      await appendCommentChange(db, id, { cause: 'edited', requestId })
      return findComment(db, id, viewer)
    })
    relay.wake()
    return comment
  })

  serve(router, deleteComment, async ({ params: { id }, viewer, requestId }) => {
    await transaction(pool, async (db) => {
      await writeAuthor(db, viewer)
      const { submission } = await lockOwn(db, id, viewer)
      await deleteComments(db, [id], { requestId })
      await countComments(db, submission.id, -1)
      await appendChange(db, submission.id, { cause: 'numbers', requestId })
    })
    relay.wake()
    return undefined
  })

  serve(router, listCommentVersions, async ({ params, query, viewer }) => {
    const comment = await findVisibleComment(pool, params.id, viewer)
    if (comment.state !== 'shown') throw new AppError('comment_not_found')
    const total = await countVersions(pool, params.id)
    return reply(await versionsOfPage(pool, comment, { total, page: query.page }), {
      ...fixedPageHeaders(pathOf(listCommentVersions, { params }), query, {
        total,
        pageSize: versionsPageSize,
        maxPage: maxVersionsPage,
      }),
      ...anonymousCacheControl(viewer),
    })
  })

  const mark = async (
    { id, viewer, requestId }: { id: string; viewer: Viewer; requestId: string },
    change: typeof insertMark,
  ) => {
    const comment = await transaction(pool, async (db) => {
      const hasChanged = await change(db, id, viewer)
      if (hasChanged) await appendCommentChange(db, id, { cause: 'helpful', requestId })
      return findComment(db, id, viewer)
    })
    relay.wake()
    return comment
  }
  serve(router, markHelpful, ({ params, viewer, requestId }) =>
    mark({ ...params, viewer, requestId }, insertMark),
  )
  serve(router, unmarkHelpful, ({ params, viewer, requestId }) =>
    mark({ ...params, viewer, requestId }, deleteMark),
  )
}

const lockOwn = async (db: Db, id: string, viewer: Viewer) => {
  const locked = await lockPublicComment(db, id)
  const { author_id, state } = locked.comment
  if (state === 'deleted') throw new AppError('comment_not_found')
  if (author_id !== viewer.id) throw new AppError('forbidden')
  if (state === 'removed') throw new AppError('comment_closed')
  return locked
}

const isWithinGrace = (createdAt: Date): boolean =>
  Date.now() - createdAt.getTime() < editGraceMinutes * 60_000
