import {
  applyVoidAccountVotes,
  countActivity,
  writeAuthorState,
} from '@answerable/contracts/review-internal'
import { transaction } from '@answerable/service-kit/db'
import { type Router, serve } from '@answerable/service-kit/serve'
import type { Deps } from '../deps.ts'
import { voidVotesOf } from '../votes/votes-of.ts'
import { readActivity } from './activity.ts'
import { applyUserChange } from './store.ts'

export const authors = (router: Router, { pool, relay }: Pick<Deps, 'pool' | 'relay'>): void => {
  serve(router, countActivity, ({ body }) => readActivity(pool, body.authorIds))

  serve(router, writeAuthorState, async ({ body }) => {
    await applyUserChange(pool, body)
    return undefined
  })

  serve(router, applyVoidAccountVotes, async ({ body, requestId }) => {
    const voteCount = await transaction(pool, (db) => voidVotesOf(db, { ...body, requestId }))
    relay.wake()
    return { voteCount }
  })
}
