import type { PublicDecision } from '@answerable/contracts/moderation-log'
import { operator } from '../accounts/operator.ts'
import type { LogRow } from './store.ts'

/** Built field by field, so that private fields cannot leak. */
export const publicDecisionOf = ({
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
