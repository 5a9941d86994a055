import { listOwnUpdates, reportUpdate } from '@answerable/contracts/updates'
import { transaction } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import { pageHeaders } from '@answerable/service-kit/http/page-headers'
import { type Router, reply, serve } from '@answerable/service-kit/http/serve'
import { writeAuthor } from '../authors/store.ts'
import type { Deps } from '../deps.ts'
import { lockPublicSubmission } from '../submissions/store.ts'
import { insertUpdate, readOwnUpdates } from './store.ts'

/** Updates that members report. */
export const updates = (router: Router, { pool }: Pick<Deps, 'pool'>): void => {
  serve(router, reportUpdate, ({ params, body, viewer }) =>
    transaction(pool, async (db) => {
      await writeAuthor(db, viewer)
      const { id } = await lockPublicSubmission(db, params.id)
      const { status = null, ...content } = body
      const reported = { ...content, status, submissionId: id, reporterId: viewer.id }
      const update = await insertUpdate(db, reported)
      if (update === null) throw new AppError('already_reported')
      return update
    }),
  )

  serve(router, listOwnUpdates, async ({ query, viewer }) => {
    const { updates: own, total } = await readOwnUpdates(pool, viewer.id, query)
    return reply(own, {
      ...pageHeaders(listOwnUpdates.path, query, total),
      'cache-control': 'no-store',
    })
  })
}
