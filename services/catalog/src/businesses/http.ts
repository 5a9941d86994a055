import { listBusinesses, readBusiness } from '@answerable/contracts/businesses'
import { pathOf } from '@answerable/contracts/route'
import { concurrencyLimit } from '@answerable/service-kit/calls/concurrency-limit'
import { AppError } from '@answerable/service-kit/errors'
import { pageHeaders } from '@answerable/service-kit/http/page-headers'
import { movedTo, type Router, reply, serve } from '@answerable/service-kit/http/serve'
import { anonymousCacheControl } from '@answerable/service-kit/http/shared-cache-control'
import type { Deps } from '../deps.ts'
import { findBySlug, readDetail } from './detail.ts'
import { readDirectory } from './directory.ts'

/** Of nine database connections, so that a flood of searches leaves votes enough. */
const maxSearches = 3
const maxWaiting = 60

export const businesses = (router: Router, { pool }: Pick<Deps, 'pool'>): void => {
  const limited = concurrencyLimit({ running: () => maxSearches, waiting: maxWaiting })

  serve(router, listBusinesses, async ({ query, viewer }) => {
    const read = () => readDirectory(pool, query)
    const { businesses: rows, total } = await (query.query ? limited(read) : read())
    return reply(rows, {
      ...pageHeaders(listBusinesses.path, query, total),
      ...anonymousCacheControl(viewer),
    })
  })

  serve(router, readBusiness, async ({ params, viewer }) => {
    const found = await findBySlug(pool, params.slug)
    if (found === null) throw new AppError('business_not_found')
    if (found.slug !== params.slug)
      return movedTo(pathOf(readBusiness, { params: { slug: found.slug } }), { slug: found.slug })
    return reply(await readDetail(pool, found), anonymousCacheControl(viewer))
  })
}
