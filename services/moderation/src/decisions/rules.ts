import { isDeepStrictEqual } from 'node:util'
import type { Decision, NewDecision } from './store.ts'

/** Whether a decision that is known by an id is the one that is asked for under it again. */
export const isSameDecision = (known: Decision, asked: NewDecision): boolean =>
  isDeepStrictEqual(
    { ...contentOf(known), note: known.note?.note ?? null },
    { ...contentOf(asked), note: asked.note },
  )

const contentOf = (decision: Decision | NewDecision) => ({
  kind: decision.kind,
  subject: decision.subject,
  boostValue: decision.boostValue,
  expectedVersion: decision.expectedVersion,
  heldUntil: decision.heldUntil,
  appealId: decision.appealId,
  reasonCode: decision.reasonCode,
  moderatorId: decision.moderator.id,
})
