import { readClaimedBusinesses } from '@answerable/contracts/claims'
import { maxVersionsPage, versionsPageSize } from '@answerable/contracts/comment-versions'
import {
  editResponse,
  listResponseVersions,
  postResponse,
  readResponses,
} from '@answerable/contracts/responses'
import { pathOf } from '@answerable/contracts/route'
import type { Viewer } from '@answerable/contracts/sessions'
import { type Db, transaction } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import { fixedPageHeaders } from '@answerable/service-kit/http/page-headers'
import { type Router, reply, serve } from '@answerable/service-kit/http/serve'
import { anonymousCacheControl } from '@answerable/service-kit/http/shared-cache-control'
import { refuseSuspended, writeAuthor } from '../authors/store.ts'
import type { Deps } from '../deps.ts'
import { findMergedInto, movedSubmission } from '../merges/redirects.ts'
import type { SubmissionRow } from '../submissions/rows.ts'
import { isVisibleTo } from '../submissions/rules.ts'
import { appendSectionChange, lockPublicSubmission } from '../submissions/store.ts'
import { findSpokenDomain, readClaimed } from './representatives.ts'
import { responseOf } from './rows.ts'
import { publishResponse } from './status.ts'
import {
  appendResponseChange,
  findReplied,
  findResponse,
  findResponses,
  findResponseTo,
  insertResponse,
  isSubmissionShown,
  readVersions,
  updateResponse,
} from './store.ts'

/** Official responses of businesses to boycotts. */
export const responses = (router: Router, { pool, relay }: Pick<Deps, 'pool' | 'relay'>): void => {
  serve(router, readResponses, async ({ params, viewer }) => {
    const replied = await findReplied(pool, params.id)
    if (replied?.approved === false) {
      const into = await findMergedInto(pool, params.id)
      if (into !== null) return movedSubmission(readResponses, into)
    }
    if (replied === null || !isVisibleTo(replied, viewer))
      throw new AppError('submission_not_found')
    const { id, slug, name, requestedAt, verifiedDomain } = replied
    const speaker = viewer === null ? null : { businessId: id, userId: viewer.id }
    const found = await findResponses(pool, params.id)
    const body = {
      business: { id, slug, name },
      requestedAt: requestedAt?.toISOString() ?? null,
      verifiedDomain,
      responses: found.map(responseOf),
      ownRepresentation: speaker === null ? null : (await findSpokenDomain(pool, speaker)) !== null,
      ownResponses:
        viewer === null
          ? null
          : found.filter((row) => row.author_id === viewer.id).map((row) => row.id),
    }
    return reply(body, anonymousCacheControl(viewer))
  })

  serve(router, postResponse, async ({ params, body, viewer, requestId }) => {
    const written = await transaction(pool, async (db) => {
      const { submission, domain } = await lockForSpeaker(db, params.id, viewer)
      const id = await insertResponse(db, {
        submissionId: submission.id,
        businessId: submission.business_id,
        domain,
        content: body.content,
        sources: body.sources || null,
        authorId: viewer.id,
      })
      await publishResponse(db, { id, submission }, { cause: 'created', requestId })
      return withVersions(db, id)
    })
    relay.wake()
    return written
  })

  serve(router, editResponse, async ({ params, body, viewer, requestId }) => {
    const written = await transaction(pool, async (db) => {
      const { submission, domain } = await lockForSpeaker(db, params.id, viewer)
      const of = { submissionId: submission.id, businessId: submission.business_id }
      const row = await findResponseTo(db, of)
      if (row === null) throw new AppError('response_not_found')
      if (row.state === 'removed') throw new AppError('response_closed')
      if (body.expectedVersion !== undefined && row.text_version > body.expectedVersion)
        throw new AppError('response_changed')
      const sources = body.sources || null
      if (row.content !== body.content || row.sources !== sources) {
        const text = { content: body.content, sources, domain, authorId: viewer.id }
        await updateResponse(db, row, text)
        await appendSectionChange(db, submission.id, { sections: ['response'], requestId })
        await appendResponseChange(db, row.id, { cause: 'edited', requestId })
      }
      return withVersions(db, row.id)
    })
    relay.wake()
    return written
  })

  serve(router, listResponseVersions, async ({ params, query, viewer }) => {
    const row = await findResponse(pool, params.id)
    if (row?.state !== 'shown' || !(await isSubmissionShown(pool, row.submission_id)))
      throw new AppError('response_not_found')
    const total = row.former_count + 1
    const newest = total - (query.page - 1) * versionsPageSize
    return reply(await readVersions(pool, row, { newest, limit: versionsPageSize }), {
      ...fixedPageHeaders(pathOf(listResponseVersions, { params }), query, {
        total,
        pageSize: versionsPageSize,
        maxPage: maxVersionsPage,
      }),
      ...anonymousCacheControl(viewer),
    })
  })

  serve(router, readClaimedBusinesses, async ({ body }) => ({
    businesses: await readClaimed(pool, body.ids),
  }))
}

/** Locks a public submission for a member who may speak for its business. Throws `not_representative`. */
const lockForSpeaker = async (
  db: Db,
  id: string,
  viewer: Viewer,
): Promise<{ submission: SubmissionRow; domain: string }> => {
  await writeAuthor(db, viewer)
  const submission = await lockPublicSubmission(db, id)
  await refuseSuspended(db, viewer.id)
  const speaker = { businessId: submission.business_id, userId: viewer.id }
  const domain = await findSpokenDomain(db, speaker)
  if (domain === null) throw new AppError('not_representative')
  return { submission, domain }
}

const withVersions = async (db: Db, id: string) => {
  const row = await findResponse(db, id)
  if (row === null) throw new AppError('response_not_found')
  const newest = row.former_count + 1
  const versions = await readVersions(db, row, { newest, limit: versionsPageSize })
  return { ...responseOf(row), versions }
}
