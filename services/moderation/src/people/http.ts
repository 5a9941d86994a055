import { exportDecisions, listOwnSubmissionIds } from '@answerable/contracts/own-data'
import { type Router, reply, serve } from '@answerable/service-kit/http/serve'
import type { Deps } from '../deps.ts'
import { findAppealsOf, findDecisionsAbout, findDecisionsOn } from './own-data.ts'

/** Exports the decisions about a member. */
export const people = (router: Router, { pool, catalog }: Pick<Deps, 'pool' | 'catalog'>): void => {
  serve(router, exportDecisions, async ({ viewer, query, requestId }) => {
    const isFirst = query.after === undefined
    const { ids, next } = await catalog(
      listOwnSubmissionIds,
      { params: { id: viewer.id }, query },
      requestId,
    )
    const body = {
      decisions: [
        ...(isFirst ? await findDecisionsAbout(pool, viewer.id) : []),
        ...(await findDecisionsOn(pool, ids)),
      ],
      appeals: isFirst ? await findAppealsOf(pool, viewer.id) : [],
      next,
    }
    return reply(body, { 'cache-control': 'no-store' })
  })
}
