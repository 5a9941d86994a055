import { listNotifications, readNotifications } from '@answerable/contracts/notifications'
import { pageHeaders } from '@answerable/service-kit/http/page-headers'
import { type Router, reply, serve } from '@answerable/service-kit/http/serve'
import type { Deps } from '../deps.ts'
import { readSubjects } from '../subjects/subjects.ts'
import { businessesOf, describeNotice } from './describe.ts'
import { markRead } from './mark-read.ts'
import { readNotices } from './store.ts'

export const notices = (
  router: Router,
  { pool, catalog, relay }: Pick<Deps, 'pool' | 'catalog' | 'relay'>,
): void => {
  serve(router, listNotifications, async ({ query, viewer, requestId }) => {
    const { rows, total, unread } = await readNotices(pool, viewer.id, query)
    const ids = {
      submissionIds: rows.map(({ submissionId }) => submissionId),
      commentIds: rows.map(({ commentId }) => commentId),
      businessIds: rows.flatMap(businessesOf),
    }
    const subjects = await readSubjects(catalog, ids, requestId)
    return reply(
      rows.map((row) => describeNotice(row, subjects)),
      {
        ...pageHeaders(listNotifications.path, query, total),
        'X-Unread-Count': String(unread),
        'cache-control': 'no-store',
      },
    )
  })

  serve(router, readNotifications, async ({ body, viewer }) => {
    await markRead(pool, viewer.id, body)
    relay.wake()
    return undefined
  })
}
