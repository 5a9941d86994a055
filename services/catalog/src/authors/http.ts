import { countActivity, writeAuthorState } from '@answerable/contracts/review-internal'
import { type Router, serve } from '@answerable/service-kit/serve'
import type { Deps } from '../deps.ts'
import { readActivity } from './activity.ts'
import { applyUserChange } from './store.ts'

export const authors = (router: Router, { pool }: Pick<Deps, 'pool'>): void => {
  serve(router, countActivity, ({ body }) => readActivity(pool, body.authorIds))

  serve(router, writeAuthorState, async ({ body }) => {
    await applyUserChange(pool, body)
    return undefined
  })
}
