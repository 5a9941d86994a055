import { joinBoycott, leaveBoycott, listOwnBoycotts } from '@answerable/contracts/participation'
import type { CallGroups } from '@answerable/service-kit/http/call-groups'
import { pageHeaders } from '@answerable/service-kit/http/page-headers'
import { type Router, reply, serve } from '@answerable/service-kit/http/serve'
import type { Deps } from '../deps.ts'
import { openCasting } from '../votes/cast-ballots.ts'
import { readOwnBoycotts } from './own-boycotts.ts'

export const participation = (
  router: Router,
  groups: CallGroups,
  deps: Pick<Deps, 'joinBox' | 'isJoinBurst' | 'networkKey' | 'pool'>,
): void => {
  const cast = openCasting({ box: deps.joinBox, isBurst: deps.isJoinBurst }, deps)

  groups.serve(router, joinBoycott, (call) => cast(call, call.params.id, 1))

  serve(router, leaveBoycott, (call) => cast(call, call.params.id, null))

  serve(router, listOwnBoycotts, async ({ query, viewer }) => {
    const { boycotts, total } = await readOwnBoycotts(deps.pool, viewer.id, query)
    return reply(boycotts, {
      ...pageHeaders(listOwnBoycotts.path, query, total),
      'cache-control': 'private, no-cache',
    })
  })
}
