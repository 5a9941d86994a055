import { listOutcomes, readImpact } from '@answerable/contracts/impact'
import { pageHeaders } from '@answerable/service-kit/http/page-headers'
import { type Router, reply, serve } from '@answerable/service-kit/http/serve'
import { anonymousCacheControl } from '@answerable/service-kit/http/shared-cache-control'
import type { Deps } from '../deps.ts'
import { readImpactFigures, readOutcomes } from './store.ts'

export const impact = (router: Router, { pool }: Pick<Deps, 'pool'>): void => {
  serve(router, readImpact, async ({ query, viewer }) =>
    reply(await readImpactFigures(pool, query.month), anonymousCacheControl(viewer)),
  )

  serve(router, listOutcomes, async ({ query, viewer }) => {
    const { outcomes, total } = await readOutcomes(pool, query)
    return reply(outcomes, {
      ...pageHeaders(listOutcomes.path, query, total),
      ...anonymousCacheControl(viewer),
    })
  })
}
