import type { Viewer } from '@answerable/contracts/sessions'
import { describeSource, listSources, listSourceVersions } from '@answerable/contracts/sources'
import { type Db, transaction } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import { type Router, reply, serve } from '@answerable/service-kit/http/serve'
import { anonymousCacheControl } from '@answerable/service-kit/http/shared-cache-control'
import { writeAuthor } from '../authors/store.ts'
import type { Deps } from '../deps.ts'
import { findMergedInto, movedSubmission } from '../merges/redirects.ts'
import { isVisibleTo } from '../submissions/rules.ts'
import { findSubmission, lockPublicSubmission } from '../submissions/store.ts'
import { isSame } from './rules.ts'
import { findSource, sourcesOf, storeVersion, versionsOf, writeDetails } from './store.ts'
import { publishUnchangedLinks, queueSync, syncSources } from './sync.ts'

export const sources = (router: Router, { pool, relay }: Pick<Deps, 'pool' | 'relay'>): void => {
  serve(router, listSources, async ({ params: { id }, viewer }) => {
    const submission = await findSubmission(pool, id, null)
    if (submission?.approved === false) {
      const into = await findMergedInto(pool, id)
      if (into !== null) return movedSubmission(listSources, into)
    }
    if (submission === null || !isVisibleTo(submission, viewer)) {
      throw new AppError('submission_not_found')
    }
    return reply(await sourcesOf(pool, id), anonymousCacheControl(viewer))
  })

  serve(router, describeSource, async ({ params: { id, sourceId }, body, viewer, requestId }) => {
    const described = await transaction(pool, async (db) => {
      await writeAuthor(db, viewer)
      const row = await lockPublicSubmission(db, id)
      if (row.author_id !== viewer.id) throw new AppError('forbidden')
      await syncSources(db, id, requestId)
      const source = await existing(db, id, sourceId)
      if (isSame(source, body)) return source
      if (source.editedAt !== null) await storeVersion(db, id, source)
      await writeDetails(db, id, sourceId, body)
      if (source.archive === body.archive) await publishUnchangedLinks(db, [id], requestId)
      else {
        await queueSync(db, id)
        await syncSources(db, id, requestId)
      }
      return existing(db, id, sourceId)
    })
    relay.wake()
    return described
  })

  serve(router, listSourceVersions, async ({ params: { id, sourceId }, viewer }) => {
    await mustBeVisible(pool, id, viewer)
    const { title, publisher, kind, shows, archive, editedAt } = await existing(pool, id, sourceId)
    const current = { title, publisher, kind, shows, archive, createdAt: editedAt }
    return reply(
      [current, ...(await versionsOf(pool, id, sourceId))],
      anonymousCacheControl(viewer),
    )
  })
}

const existing = async (db: Db, id: string, sourceId: string) => {
  const source = await findSource(db, id, sourceId)
  if (source === null) throw new AppError('source_not_found')
  return source
}

const mustBeVisible = async (db: Db, id: string, viewer: Viewer | null): Promise<void> => {
  const submission = await findSubmission(db, id, null)
  if (submission === null || !isVisibleTo(submission, viewer)) {
    throw new AppError('submission_not_found')
  }
}
