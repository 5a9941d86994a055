import type { decisionLogged, EventPayload } from '@answerable/contracts/events'
import { publicDecisionOf } from './public-decision.ts'
import type { LogRow } from './store.ts'

type Payload = EventPayload<typeof decisionLogged>

/** The event about a new row of the log. It has nothing that is not public. */
export const loggedEventOf = (row: LogRow): Payload => ({
  decision: publicDecisionOf(row),
  submission: visibilityOf(row),
})

const visibilityOf = ({ payload }: LogRow): Payload['submission'] => {
  if (payload.subject.kind !== 'submission' || !('approved' in payload.before)) return null
  const { subject, before, after } = payload
  if (!('approved' in after) || before.approved === after.approved) return null
  return { id: subject.id, isPublic: after.approved, version: after.version }
}
