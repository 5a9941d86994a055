import { type PublicDecision, readModerationLog } from '@answerable/contracts/moderation-log'
import { pageHeaders } from '@answerable/service-kit/http/page-headers'
import { type Router, reply, serve } from '@answerable/service-kit/http/serve'
import { operator } from '../accounts/operator.ts'
import type { Deps } from '../deps.ts'
import { type LogRow, readLogPage } from './store.ts'

export const moderationLog = (router: Router, { pool }: Pick<Deps, 'pool'>): void => {
  serve(router, readModerationLog, async ({ query }) => {
    const { rows, total } = await readLogPage(pool, query)
    return reply(rows.map(publicDecisionOf), pageHeaders(readModerationLog.path, query, total))
  })
}

/** Built field by field, so that private fields cannot leak. */
const publicDecisionOf = ({
  position,
  payload,
  payload_hash,
  row_hash,
}: LogRow): PublicDecision => ({
  position,
  decisionId: payload.decisionId,
  kind: payload.kind,
  boostValue: payload.boostValue,
  voteCount: payload.voteCount ?? null,
  participationCount: payload.participationCount ?? null,
  category: 'category' in payload.subject ? payload.subject.category : null,
  reasonCode: payload.reasonCode,
  moderator: payload.moderatorId === operator.id ? 'operator' : 'administrator',
  onAppeal: payload.appealId !== null,
  decidedAt: payload.decidedAt,
  payloadHash: payload_hash.toString('hex'),
  hash: row_hash.toString('hex'),
})
