import { countUnread } from '@answerable/contracts/notifications'
import { type Router, serve } from '@answerable/service-kit/http/serve'
import type { Deps } from '../deps.ts'
import { readUnread } from './store.ts'

export const unread = (router: Router, { pool }: Pick<Deps, 'pool'>): void => {
  serve(router, countUnread, async ({ body }) => ({
    members: await readUnread(pool, body.userIds),
  }))
}
