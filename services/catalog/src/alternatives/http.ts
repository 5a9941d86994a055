import {
  alternativesPageSize,
  deleteAlternative,
  flagAlternative,
  listAlternatives,
  markAlternative,
  maxAlternativesPage,
  postAlternative,
  unmarkAlternative,
} from '@answerable/contracts/alternatives'
import { pathOf } from '@answerable/contracts/route'
import type { Viewer } from '@answerable/contracts/sessions'
import { transaction } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import { fixedPageHeaders } from '@answerable/service-kit/http/page-headers'
import { type Router, reply, serve } from '@answerable/service-kit/http/serve'
import { anonymousCacheControl } from '@answerable/service-kit/http/shared-cache-control'
import { countFirstDay } from '../authors/first-day.ts'
import { refuseSuspended, writeAuthor } from '../authors/store.ts'
import { insertFlag } from '../comment-flags/store.ts'
import { findDiscussion } from '../comments/store.ts'
import type { Deps } from '../deps.ts'
import { findMergedInto, movedSubmission } from '../merges/redirects.ts'
import { isVisibleTo } from '../submissions/rules.ts'
import { appendSectionChange, lockPublicSubmission } from '../submissions/store.ts'
import { storeVoter } from '../votes/voters.ts'
import { alternativeFlags, textOf } from './flagged.ts'
import { deleteMark, insertMark } from './marks.ts'
import {
  findAlternative,
  insertAlternative,
  lockShownAlternative,
  lockSubmissionOf,
  readAlternatives,
} from './store.ts'

const sizes = { pageSize: alternativesPageSize, maxPage: maxAlternativesPage }

/** What to use instead of the target of a submission. */
export const alternatives = (
  router: Router,
  { pool, relay }: Pick<Deps, 'pool' | 'relay'>,
): void => {
  const sections = ['alternatives'] as const

  serve(router, listAlternatives, async ({ params, query, viewer }) => {
    const submission = await findDiscussion(pool, params.id)
    if (submission?.approved === false) {
      const into = await findMergedInto(pool, params.id)
      if (into !== null) return movedSubmission(listAlternatives, into, query)
    }
    if (submission === null || !isVisibleTo(submission, viewer)) {
      throw new AppError('submission_not_found')
    }
    const page = { submissionId: params.id, page: query.page, viewer }
    const found = await readAlternatives(pool, page)
    return reply(found.alternatives, {
      ...fixedPageHeaders(pathOf(listAlternatives, { params }), query, {
        total: found.total,
        ...sizes,
      }),
      ...anonymousCacheControl(viewer),
    })
  })

  serve(router, postAlternative, async ({ params, body, viewer, requestId }) => {
    const alternative = await transaction(pool, async (db) => {
      await writeAuthor(db, viewer)
      const submission = await lockPublicSubmission(db, params.id)
      if (submission.discussion_locked) throw new AppError('discussion_locked')
      const { name, link = null } = body
      const created = { submissionId: params.id, authorId: viewer.id, name, link }
      const id = await insertAlternative(db, created)
      await countFirstDay(db, viewer, 'comments')
      await appendSectionChange(db, params.id, { sections, requestId })
      return findAlternative(db, id, viewer)
    })
    relay.wake()
    return alternative
  })

  serve(router, deleteAlternative, async ({ params, viewer, requestId }) => {
    await transaction(pool, async (db) => {
      await writeAuthor(db, viewer)
      const submission = await lockSubmissionOf(db, params.id)
      const { author_id } = await lockShownAlternative(db, params.id)
      if (author_id !== viewer.id) throw new AppError('forbidden')
      await db.query('DELETE FROM alternatives WHERE id = $1', [params.id])
      await appendSectionChange(db, submission.id, { sections, requestId })
    })
    relay.wake()
    return undefined
  })

  const mark = (id: string, viewer: Viewer, change: typeof insertMark) =>
    transaction(pool, async (db) => {
      await change(db, id, viewer)
      return findAlternative(db, id, viewer)
    })
  serve(router, markAlternative, ({ params, viewer }) => mark(params.id, viewer, insertMark))
  serve(router, unmarkAlternative, ({ params, viewer }) => mark(params.id, viewer, deleteMark))

  serve(router, flagAlternative, async ({ params: { id }, body, viewer }) => {
    await transaction(pool, async (db) => {
      await storeVoter(db, viewer)
      const text = textOf(await lockShownAlternative(db, id))
      await refuseSuspended(db, viewer.id)
      const flag = { id, text, userId: viewer.id, ...body }
      if (!(await insertFlag(db, alternativeFlags, flag))) {
        throw new AppError('already_flagged', {
          message: 'You have already flagged this alternative.',
        })
      }
    })
    return { flagged: true as const }
  })
}
