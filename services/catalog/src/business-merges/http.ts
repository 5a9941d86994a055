import {
  applyBusinessMerge,
  applyBusinessUnmerge,
  computeBusinessMerge,
  findBusinessMerges,
} from '@answerable/contracts/business-merges'
import { transaction } from '@answerable/service-kit/db'
import { type Router, serve } from '@answerable/service-kit/http/serve'
import type { Deps } from '../deps.ts'
import { beginSlow } from '../merges/store.ts'
import { readMerges } from './list.ts'
import { mergeBusinesses, previewBusinesses, unmergeBusinesses } from './merge.ts'

/** Merges of businesses, for moderation. */
export const businessMerges = (router: Router, { pool }: Pick<Deps, 'pool'>): void => {
  serve(router, computeBusinessMerge, ({ query }) =>
    previewBusinesses(pool, { fromId: query.id, intoId: query.into }),
  )

  serve(router, findBusinessMerges, ({ params }) => readMerges(pool, params.id))

  serve(router, applyBusinessMerge, ({ body }) =>
    transaction(pool, (db) => mergeBusinesses(db, body), beginSlow),
  )

  serve(router, applyBusinessUnmerge, ({ body }) =>
    transaction(pool, (db) => unmergeBusinesses(db, body), beginSlow),
  )
}
