import { countPlaces, findPlaces } from '@answerable/contracts/places'
import { type Router, reply, serve } from '@answerable/service-kit/http/serve'
import { anonymousCacheControl } from '@answerable/service-kit/http/shared-cache-control'
import type { Deps } from '../deps.ts'
import { placeQueryOf } from './rules.ts'
import { readCountryCounts, searchPlaces } from './store.ts'

export const places = (router: Router, { pool }: Pick<Deps, 'pool'>): void => {
  serve(router, findPlaces, async ({ query, viewer }) =>
    reply(await searchPlaces(pool, placeQueryOf(query.q)), anonymousCacheControl(viewer)),
  )

  serve(router, countPlaces, async ({ viewer }) =>
    reply(await readCountryCounts(pool), anonymousCacheControl(viewer)),
  )
}
