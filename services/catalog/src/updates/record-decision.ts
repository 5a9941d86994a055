import type { DecisionAction } from '@answerable/contracts/decisions'
import type { Db } from '@answerable/service-kit/db'
import { recordOccurrence } from './occurrences.ts'

type Decision = { submissionId: string; decisionId: string; action: DecisionAction }

/** Adds a decision of an administrator to the timeline. Its reason is in the moderation log. */
export const recordDecision = (
  db: Db,
  { submissionId, decisionId, action }: Decision,
): Promise<void> =>
  action.kind === 'super-boost'
    ? recordOccurrence(db, {
        ...{ submissionId, kind: 'boost', key: decisionId },
        details: { value: action.boostValue },
      })
    : recordOccurrence(db, {
        ...{ submissionId, kind: 'decision', key: decisionId },
        details: { decision: action.kind },
      })
