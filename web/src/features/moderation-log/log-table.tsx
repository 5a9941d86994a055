import { moderatorRoles, publicDecisionWords } from '@answerable/contracts/decision-words'
import { reasonCodes } from '@answerable/contracts/decisions'
import type { PublicDecision } from '@answerable/contracts/moderation-log'
import { categories } from '@answerable/contracts/submissions'
import { RelativeTime } from '../../ui/relative-time.tsx'

type LogTableProps = { decisions: readonly PublicDecision[]; isWaiting: boolean }

/** On narrow screens each row becomes a block. */
export const LogTable = ({ decisions, isWaiting }: LogTableProps) => (
  <table className="table table-stacked log" aria-busy={isWaiting}>
    <caption className="sr-only">Decisions, newest first</caption>
    <thead>
      <tr>
        <th scope="col">No.</th>
        <th scope="col">Decision</th>
        <th scope="col">Category</th>
        <th scope="col">Reason</th>
        <th scope="col">By</th>
        <th scope="col">When</th>
      </tr>
    </thead>
    <tbody>
      {decisions.map((decision) => (
        <tr key={decision.decisionId}>
          <td className="figure log-number">{decision.position}</td>
          <th scope="row">
            <span className="font-semibold">{publicDecisionWords(decision)}</span>
            <span className="log-marks">
              <code title="Decision ID">{decision.decisionId}</code>
              <code title={`Hash ${decision.hash}`}>{decision.hash.slice(0, 12)}…</code>
            </span>
          </th>
          <td data-empty={decision.category === null || undefined}>
            {decision.category === null ? '–' : categories[decision.category]}
          </td>
          <td>
            <span className="cell-label">Reason: </span>
            {decision.reasonCode === null ? 'None given' : reasonCodes[decision.reasonCode]}
          </td>
          <td>{moderatorRoles[decision.moderator]}</td>
          <td>
            <RelativeTime at={decision.decidedAt} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
