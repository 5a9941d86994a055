import { exportNotifications } from '@answerable/contracts/own-data'
import { type Router, reply, serve } from '@answerable/service-kit/http/serve'
import type { Deps } from '../deps.ts'
import { readSettings } from '../follows/settings.ts'
import { preferencesOf } from '../preferences/http.ts'
import { readPreferencesOf } from '../preferences/store.ts'
import { exportNotices, readAllFollows } from './store.ts'

/** Exports what a member follows, their notices and their email preferences. */
export const ownData = (router: Router, { pool }: Pick<Deps, 'pool'>): void => {
  serve(router, exportNotifications, async ({ viewer, query }) => {
    const { notices, next } = await exportNotices(pool, viewer.id, query.after)
    const { automatic, joining } = await readSettings(pool, viewer.id)
    const follows = query.after === undefined ? await readAllFollows(pool, viewer.id) : []
    const body = {
      follows,
      followsAutomatically: automatic,
      followsWhenJoining: joining,
      emails: preferencesOf(await readPreferencesOf(pool, viewer.id)),
      notices,
      next,
    }
    return reply(body, { 'cache-control': 'no-store' })
  })
}
