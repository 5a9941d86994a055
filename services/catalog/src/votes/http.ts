import { castVote, withdrawVote } from '@answerable/contracts/votes'
import type { CallGroups } from '@answerable/service-kit/http/call-groups'
import { type Router, serve } from '@answerable/service-kit/http/serve'
import type { Deps } from '../deps.ts'
import { openCasting } from './cast-ballots.ts'

export const votes = (
  router: Router,
  groups: CallGroups,
  deps: Pick<Deps, 'ballotBox' | 'networkKey' | 'isBurst' | 'pool'>,
): void => {
  const cast = openCasting({ box: deps.ballotBox, isBurst: deps.isBurst }, deps)

  groups.serve(router, castVote, ({ params, body, ...request }) =>
    cast(request, params.id, body.value),
  )

  serve(router, withdrawVote, ({ params, ...request }) => cast(request, params.id, null))
}
