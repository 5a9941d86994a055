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

  groups.serve(router, castVote, (call) => cast(call, call.params.id, call.body.value))

  serve(router, withdrawVote, (call) => cast(call, call.params.id, null))
}
