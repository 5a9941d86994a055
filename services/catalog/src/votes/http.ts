import { castVote, castVotes, withdrawVote } from '@answerable/contracts/votes'
import type { PassportKeys } from '@answerable/service-kit/calls/passport'
import { type Router, serve } from '@answerable/service-kit/http/serve'
import type { Deps } from '../deps.ts'
import { ballotCalls } from './ballot-calls.ts'

export const votes = (
  router: Router,
  keys: PassportKeys,
  deps: Pick<Deps, 'ballotBox' | 'networkKey' | 'isBurst' | 'pool' | 'log'>,
): void => {
  const { cast, responseTo } = ballotCalls(
    keys,
    { box: deps.ballotBox, isBurst: deps.isBurst },
    deps,
  )

  serve(router, castVote, ({ params, body, ...request }) => cast(request, params.id, body.value))

  serve(router, withdrawVote, ({ params, ...request }) => cast(request, params.id, null))

  serve(router, castVotes, async ({ body }) => ({
    responses: await Promise.all(
      body.votes.map(({ value, ...call }) => responseTo(castVote, call, value)),
    ),
  }))
}
