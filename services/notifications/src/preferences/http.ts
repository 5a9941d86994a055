import { changePreferences, readPreferences } from '@answerable/contracts/notification-preferences'
import type { RouteResponse } from '@answerable/contracts/route'
import { transaction } from '@answerable/service-kit/db'
import { type Router, reply, serve } from '@answerable/service-kit/http/serve'
import type { Deps } from '../deps.ts'
import { changeFrequencies, changeTimeZone, type Preferences, readPreferencesOf } from './store.ts'

const ownOnly = { 'cache-control': 'no-store' }

/** How often a member gets mails, and their time zone. */
export const preferences = (router: Router, { pool }: Pick<Deps, 'pool'>): void => {
  serve(router, readPreferences, async ({ viewer }) =>
    reply(preferencesOf(await readPreferencesOf(pool, viewer.id)), ownOnly),
  )

  serve(router, changePreferences, async ({ viewer, body }) => {
    const { frequencies, timeZone } = body
    const changed = await transaction(pool, async (db) => {
      if (timeZone !== undefined) await changeTimeZone(db, viewer.id, timeZone)
      if (frequencies !== undefined) await changeFrequencies(db, viewer.id, frequencies)
      return readPreferencesOf(db, viewer.id)
    })
    return preferencesOf(changed)
  })
}

export const preferencesOf = ({
  refusedAt,
  ...own
}: Preferences): RouteResponse<typeof readPreferences> => ({
  ...own,
  mailboxRefusedAt: refusedAt?.toISOString() ?? null,
})
