import { readVotesByDay } from '@answerable/contracts/votes-by-day'
import { AppError } from '@answerable/service-kit/errors'
import { type Router, reply, serve } from '@answerable/service-kit/http/serve'
import { anonymousCacheControl } from '@answerable/service-kit/http/shared-cache-control'
import type { Deps } from '../deps.ts'
import { findMergedInto, movedSubmission } from '../merges/redirects.ts'
import { readVotes } from './store.ts'

export const votesByDay = (router: Router, { pool }: Pick<Deps, 'pool'>): void => {
  serve(router, readVotesByDay, async ({ params, viewer }) => {
    const votes = await readVotes(pool, params.id)
    if (votes !== null) return reply(votes, anonymousCacheControl(viewer))
    const into = await findMergedInto(pool, params.id)
    if (into !== null) return movedSubmission(readVotesByDay, into)
    throw new AppError('submission_not_found')
  })
}
