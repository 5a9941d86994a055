import { listSitemapParts, readSitemapPart } from '@answerable/contracts/sitemaps'
import { type Router, reply, serve } from '@answerable/service-kit/http/serve'
import { sharedCacheHeader } from '@answerable/service-kit/http/shared-cache-control'
import type { Deps } from '../deps.ts'
import { boundsOf, partsOf } from './rules.ts'
import { countBoycottsByDay, countBusinessesByDay, readBoycotts, readBusinesses } from './store.ts'

/** Search engines read sitemaps about once a day. */
const cached = { [sharedCacheHeader]: 'max-age=3600' }

export const sitemaps = (router: Router, { pool }: Pick<Deps, 'pool'>): void => {
  serve(router, listSitemapParts, async () => {
    const [boycotts, businesses] = await Promise.all([
      countBoycottsByDay(pool),
      countBusinessesByDay(pool),
    ])
    const parts = [
      ...partsOf(boycotts).map((part) => ({ kind: 'boycotts' as const, part })),
      ...partsOf(businesses).map((part) => ({ kind: 'businesses' as const, part })),
    ]
    return reply(parts, cached)
  })

  serve(router, readSitemapPart, async ({ params: { kind, part } }) => {
    const read = kind === 'boycotts' ? readBoycotts : readBusinesses
    return reply(await read(pool, boundsOf(part)), cached)
  })
}
