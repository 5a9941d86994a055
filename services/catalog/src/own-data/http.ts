import {
  exportContributions,
  listOwnPartIds,
  listOwnSubmissionIds,
} from '@answerable/contracts/own-data'
import { type Router, reply, serve } from '@answerable/service-kit/http/serve'
import type { Deps } from '../deps.ts'
import { readContributions, readPartIds, readSubmissionIds } from './store.ts'

/** Exports what a member has submitted, written and voted. */
export const ownData = (router: Router, { pool }: Pick<Deps, 'pool'>): void => {
  serve(router, exportContributions, async ({ viewer, query }) =>
    reply(await readContributions(pool, viewer.id, query), { 'cache-control': 'no-store' }),
  )

  serve(router, listOwnSubmissionIds, ({ params, query }) =>
    readSubmissionIds(pool, params.id, query.after),
  )

  serve(router, listOwnPartIds, ({ params, query }) => readPartIds(pool, params.id, query.after))
}
