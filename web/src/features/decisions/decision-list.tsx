import type { ContentDecisionRecord } from '@answerable/contracts/content-decisions'
import { decisionWords } from '@answerable/contracts/decision-words'
import { type DecisionRecord, reasonCodes } from '@answerable/contracts/decisions'
import { RelativeTime } from '../../ui/relative-time.tsx'

export type ListedDecision = DecisionRecord | ContentDecisionRecord

/** Decisions as administrators see them: kind, administrator, time and reason. */
export const DecisionList = ({ decisions }: { decisions: readonly ListedDecision[] }) => (
  <ol className="plain-list">
    {decisions.map((decision) => (
      <li key={decision.decisionId}>
        <DecisionLine decision={decision} />
      </li>
    ))}
  </ol>
)

export const DecisionLine = ({ decision }: { decision: ListedDecision }) => (
  <>
    <p>
      <b className="font-semibold">{decisionWords(decision)}</b>{' '}
      <span className="text-soft">
        by <span className="wrap-anywhere">{decision.moderator.username}</span>{' '}
        <RelativeTime at={decision.decidedAt} />
        {decision.reasonCode !== null && <> · {reasonCodes[decision.reasonCode]}</>}
      </span>
    </p>
    {decision.note !== null && decision.note !== '' && (
      <p className="whitespace-pre-line wrap-anywhere">{decision.note}</p>
    )}
  </>
)
