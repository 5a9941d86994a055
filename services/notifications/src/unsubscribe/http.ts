import {
  defaultFrequencies,
  type NotificationPreferences,
  unsubscribe as unsubscribeByButton,
  unsubscribeWithOneClick,
} from '@answerable/contracts/notification-preferences'
import type { NoticeKind } from '@answerable/contracts/notifications'
import { type Db, type Pool, transaction } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import { type Router, serve } from '@answerable/service-kit/http/serve'
import type { Deps } from '../deps.ts'
import { changeFrequencies, readPreferencesOf } from '../preferences/store.ts'
import { isGenuine, readToken, type Scope } from './token.ts'

/** The links in mails. The token alone decides, so that they work without a session and from other sites. */
export const unsubscribe = (router: Router, { pool }: Pick<Deps, 'pool'>): void => {
  for (const route of [unsubscribeByButton, unsubscribeWithOneClick]) {
    serve(router, route, async ({ query }) => ({ stopped: await endMails(pool, query.token) }))
  }
}

const endMails = (pool: Pool, token: string): Promise<Scope> =>
  transaction(pool, async (db) => {
    const named = readToken(token)
    const linkKey = named === null ? null : await lockLinkKey(db, named.userId)
    if (named === null || linkKey === null || !isGenuine(token, linkKey)) {
      throw new AppError('invalid_link', { message: 'This link is not valid.' })
    }
    const { userId, scope } = named
    const { frequencies } = await readPreferencesOf(db, userId)
    await changeFrequencies(db, userId, ending(scope, frequencies))
    return scope
  })

const lockLinkKey = async (db: Db, userId: string): Promise<Buffer | null> => {
  const { rows } = await db.query<{ link_key: Buffer }>(
    'SELECT link_key FROM recipients WHERE user_id = $1 FOR UPDATE',
    [userId],
  )
  return rows[0]?.link_key ?? null
}

/** The kinds that the scope covers at present, all set to 'never'. */
const ending = (
  scope: Scope,
  frequencies: NotificationPreferences['frequencies'],
): Partial<NotificationPreferences['frequencies']> => {
  const kinds = (Object.keys(defaultFrequencies) as NoticeKind[]).filter(
    (kind) => kind === scope || frequencies[kind] === scope,
  )
  return Object.fromEntries(kinds.map((kind) => [kind, 'never']))
}
