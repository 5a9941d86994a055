import { readTransparency, shareCounts } from '@answerable/contracts/transparency'
import { type Router, reply, serve } from '@answerable/service-kit/http/serve'
import { anonymousCacheControl } from '@answerable/service-kit/http/shared-cache-control'
import type { Deps } from '../deps.ts'
import { monthsOf } from './rules.ts'
import { readFigures, storeCounts } from './store.ts'

export const transparency = (router: Router, { pool }: Pick<Deps, 'pool'>): void => {
  serve(router, readTransparency, async ({ query, viewer }) =>
    reply(monthsOf(await readFigures(pool, query.month)), anonymousCacheControl(viewer)),
  )

  serve(router, shareCounts, async ({ body }) => {
    await storeCounts(pool, body.counts)
    return { stored: true as const }
  })
}
