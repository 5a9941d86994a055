import {
  listSubmissions,
  readSubmission,
  type Submission,
  submitBoycott,
} from '@answerable/contracts/submissions'
import { type Db, transaction } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import type { CallGroups } from '@answerable/service-kit/http/call-groups'
import { pageHeaders } from '@answerable/service-kit/http/page-headers'
import { jsonText, type Router, serve } from '@answerable/service-kit/http/serve'
import { anonymousCacheControl } from '@answerable/service-kit/http/shared-cache-control'
import { countFirstDay } from '../authors/first-day.ts'
import { writeAuthor } from '../authors/store.ts'
import { hasName } from '../businesses/store.ts'
import type { Deps } from '../deps.ts'
import { idempotentRequest } from '../idempotency/rules.ts'
import { claimKey } from '../idempotency/store.ts'
import { findMergedInto, movedSubmission } from '../merges/redirects.ts'
import { addSources } from '../sources/new-sources.ts'
import { appendPublished } from '../submission-versions/store.ts'
import { withNewId } from './ids.ts'
import { isVisibleTo } from './rules.ts'
import { appendChange, findSubmission, insertSubmission } from './store.ts'

export const submissions = (
  router: Router,
  groups: CallGroups,
  { pool, relay, feed, readText }: Pick<Deps, 'pool' | 'relay' | 'feed' | 'readText'>,
): void => {
  groups.serve(router, listSubmissions, async ({ query, viewer }) => {
    const { parts, total, digest } = await feed.read(query, viewer?.id ?? null)
    return jsonText<typeof listSubmissions>(parts, {
      ...pageHeaders(listSubmissions.path, query, total),
      ...anonymousCacheControl(viewer, digest),
    })
  })

  serve(router, submitBoycott, async ({ body, viewer, header, requestId }) => {
    const request = idempotentRequest(header('idempotency-key'), { route: submitBoycott, body })
    const submission = await withNewId((id) =>
      transaction(pool, async (db) => {
        await writeAuthor(db, viewer)
        const earlierId =
          request === null ? null : await claimKey(db, viewer.id, { ...request, resultId: id })
        if (earlierId !== null) return existingSubmission(db, earlierId, viewer.id)
        if (body.businessId !== undefined && !(await hasName(db, body.businessId, body.targetName)))
          throw new AppError('business_mismatch')
        await countFirstDay(db, viewer, 'submissions')
        const { sourceDetails = [], ...content } = body
        await insertSubmission(db, { ...content, id, authorId: viewer.id })
        await addSources(db, id, { details: sourceDetails, requestId })
        await appendChange(db, id, { cause: 'created', requestId })
        await appendPublished(db, id, { cause: 'created', requestId })
        return existingSubmission(db, id, viewer.id)
      }),
    )
    relay.wake()
    return submission
  })

  groups.serve(router, readSubmission, async ({ params, viewer }) => {
    let text = await readText(params.id, viewer?.id ?? null)
    if (text?.isMerged === true) {
      const into = await findMergedInto(pool, params.id)
      if (into !== null) return movedSubmission(readSubmission, into)
      // The merge was undone in the meantime.
      text = await readText(params.id, viewer?.id ?? null)
    }
    if (text === null || !isVisibleTo(text, viewer)) throw new AppError('submission_not_found')
    return jsonText<typeof readSubmission>(text.parts, anonymousCacheControl(viewer, text.digest))
  })
}

const existingSubmission = async (
  db: Db,
  id: string,
  viewerId: string | null,
): Promise<Submission> => {
  const submission = await findSubmission(db, id, viewerId)
  if (submission === null) throw new AppError('submission_not_found')
  return submission
}
