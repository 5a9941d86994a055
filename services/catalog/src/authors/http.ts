import {
  applyVoidAccountVotes,
  countActivity,
  writeAuthorState,
} from '@answerable/contracts/review-internal'
import { type Router, serve } from '@answerable/service-kit/http/serve'
import type { Deps } from '../deps.ts'
import { voidAccountVotes } from '../votes/account-votes.ts'
import { readActivity } from './activity.ts'
import { applyUserChange } from './store.ts'

export const authors = (router: Router, { pool, relay }: Pick<Deps, 'pool' | 'relay'>): void => {
  serve(router, countActivity, ({ body }) => readActivity(pool, body.authorIds))

  serve(router, writeAuthorState, async ({ body }) => {
    await applyUserChange(pool, body)
    return undefined
  })

  serve(router, applyVoidAccountVotes, async ({ body, requestId }) => {
    const settled = await voidAccountVotes(pool, { ...body, requestId })
    relay.wake()
    return settled
  })
}
