import {
  joinBoycott,
  joinBoycotts,
  leaveBoycott,
  listOwnBoycotts,
} from '@answerable/contracts/participation'
import type { PassportKeys } from '@answerable/service-kit/calls/passport'
import { pageHeaders } from '@answerable/service-kit/http/page-headers'
import { type Router, reply, serve } from '@answerable/service-kit/http/serve'
import type { Deps } from '../deps.ts'
import { ballotCalls } from '../votes/ballot-calls.ts'
import { readOwnBoycotts } from './own-boycotts.ts'

export const participation = (
  router: Router,
  keys: PassportKeys,
  deps: Pick<Deps, 'joinBox' | 'isJoinBurst' | 'networkKey' | 'pool' | 'log'>,
): void => {
  const { cast, responseTo } = ballotCalls(
    keys,
    { box: deps.joinBox, isBurst: deps.isJoinBurst },
    deps,
  )

  serve(router, joinBoycott, ({ params, ...request }) => cast(request, params.id, 1))

  serve(router, leaveBoycott, ({ params, ...request }) => cast(request, params.id, null))

  serve(router, joinBoycotts, async ({ body }) => ({
    responses: await Promise.all(body.joins.map((call) => responseTo(joinBoycott, call, 1))),
  }))

  serve(router, listOwnBoycotts, async ({ query, viewer }) => {
    const { boycotts, total } = await readOwnBoycotts(deps.pool, viewer.id, query)
    return reply(boycotts, {
      ...pageHeaders(listOwnBoycotts.path, query, total),
      'cache-control': 'private, no-cache',
    })
  })
}
