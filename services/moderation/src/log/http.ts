import { readModerationLog } from '@answerable/contracts/moderation-log'
import { pageHeaders } from '@answerable/service-kit/http/page-headers'
import { type Router, reply, serve } from '@answerable/service-kit/http/serve'
import type { Deps } from '../deps.ts'
import { publicDecisionOf } from './public-decision.ts'
import { readLogPage } from './store.ts'

export const moderationLog = (router: Router, { pool }: Pick<Deps, 'pool'>): void => {
  serve(router, readModerationLog, async ({ query }) => {
    const { rows, total } = await readLogPage(pool, query)
    return reply(rows.map(publicDecisionOf), pageHeaders(readModerationLog.path, query, total))
  })
}
