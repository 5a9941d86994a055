import { maxVersionsPage, versionsPageSize } from '@answerable/contracts/comment-versions'
import { pathOf } from '@answerable/contracts/route'
import { editSubmission, listSubmissionVersions } from '@answerable/contracts/submission-versions'
import type { Submission } from '@answerable/contracts/submissions'
import { type Db, transaction } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import { fixedPageHeaders } from '@answerable/service-kit/http/page-headers'
import { type Router, reply, serve } from '@answerable/service-kit/http/serve'
import { anonymousCacheControl } from '@answerable/service-kit/http/shared-cache-control'
import { writeAuthor } from '../authors/store.ts'
import type { Deps } from '../deps.ts'
import { findMergedInto, movedSubmission } from '../merges/redirects.ts'
import { syncSources } from '../sources/sync.ts'
import { isVisibleTo } from '../submissions/rules.ts'
import { appendChange, findSubmission, lockPublicSubmission } from '../submissions/store.ts'
import { editedText, isSameText, keepsVersion } from './rules.ts'
import {
  appendPublished,
  countVersions,
  storeVersion,
  updateText,
  versionsOfPage,
} from './store.ts'

export const submissionVersions = (
  router: Router,
  { pool, relay, statusWatch }: Pick<Deps, 'pool' | 'relay' | 'statusWatch'>,
): void => {
  serve(router, editSubmission, async ({ params: { id }, body, viewer, requestId }) => {
    const { expectedVersion, ...edit } = body
    const submission = await transaction(pool, async (db) => {
      await writeAuthor(db, viewer)
      const row = await lockPublicSubmission(db, id)
      if (row.author_id !== viewer.id) throw new AppError('forbidden')
      if (expectedVersion !== undefined && row.text_version > expectedVersion) {
        throw new AppError('submission_changed')
      }
      const text = editedText(row, edit)
      if (isSameText(row, text)) return existing(db, id, viewer.id)
      const isVersion = keepsVersion(row, Date.now())
      if (isVersion) await storeVersion(db, id)
      await updateText(db, row, text, { isVersion })
      await syncSources(db, id, requestId)
      await appendChange(db, id, { cause: 'decision', requestId })
      await appendPublished(db, id, { cause: 'edited', requestId })
      return existing(db, id, viewer.id)
    })
    relay.wake()
    statusWatch.checkStale(id)
    return submission
  })

  serve(router, listSubmissionVersions, async ({ params, query, viewer }) => {
    const submission = await findSubmission(pool, params.id, null)
    if (submission?.approved === false) {
      const into = await findMergedInto(pool, params.id)
      if (into !== null) return movedSubmission(listSubmissionVersions, into, query)
    }
    if (submission === null || !isVisibleTo(submission, viewer)) {
      throw new AppError('submission_not_found')
    }
    const total = await countVersions(pool, params.id)
    return reply(await versionsOfPage(pool, submission, { total, page: query.page }), {
      ...fixedPageHeaders(pathOf(listSubmissionVersions, { params }), query, {
        total,
        pageSize: versionsPageSize,
        maxPage: maxVersionsPage,
      }),
      ...anonymousCacheControl(viewer),
    })
  })
}

const existing = async (db: Db, id: string, viewerId: string): Promise<Submission> => {
  const submission = await findSubmission(db, id, viewerId)
  if (submission === null) throw new AppError('submission_not_found')
  return submission
}
