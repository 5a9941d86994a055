import { isDeepStrictEqual } from 'node:util'
import type { Decision, NewDecision } from './store.ts'

/** Whether a repeated request with the same id is for the same decision. */
export const isSameDecision = (known: Decision, requested: NewDecision): boolean =>
  isDeepStrictEqual(
    { ...contentOf(known), note: known.note?.note ?? null },
    { ...contentOf(requested), note: requested.note },
  )

const contentOf = (decision: Decision | NewDecision) => ({
  kind: decision.kind,
  subject: decision.subject,
  boostValue: decision.boostValue,
  expectedVersion: decision.expectedVersion,
  heldUntil: decision.heldUntil,
  intoId: decision.intoId,
  expectedIntoVersion: decision.expectedIntoVersion,
  appealId: decision.appealId,
  reasonCode: decision.reasonCode,
  moderatorId: decision.moderator.id,
})
