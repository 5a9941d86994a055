import { readRanking } from '@answerable/contracts/ranking'
import { AppError } from '@answerable/service-kit/errors'
import { type Router, reply, serve } from '@answerable/service-kit/http/serve'
import { anonymousCacheControl } from '@answerable/service-kit/http/shared-cache-control'
import type { Deps } from '../deps.ts'
import { findMergedInto, movedSubmission } from '../merges/redirects.ts'
import { readPlace } from './store.ts'

export const rankings = (router: Router, { pool }: Pick<Deps, 'pool'>): void => {
  serve(router, readRanking, async ({ params, query, viewer }) => {
    const ranking = await readPlace(pool, { id: params.id, sort: query.sort })
    if (ranking !== null) return reply(ranking, anonymousCacheControl(viewer))
    const into = await findMergedInto(pool, params.id)
    if (into !== null) return movedSubmission(readRanking, into, query)
    throw new AppError('submission_not_found')
  })
}
