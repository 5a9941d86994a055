import { readCurrentUser } from '@answerable/contracts/sign-in'
import { AppError } from '@answerable/service-kit/errors'
import { type Router, reply, serve } from '@answerable/service-kit/http/serve'
import type { Deps } from '../deps.ts'
import { currentUserOf, findUser } from './store.ts'

export const users = (router: Router, deps: Pick<Deps, 'pool'>): void => {
  serve(router, readCurrentUser, async ({ viewer }) => {
    const user = await findUser(deps.pool, viewer.id)
    if (user === null) throw new AppError('signed_out')
    return reply({ user: currentUserOf(user) }, { 'cache-control': 'no-store' })
  })
}
