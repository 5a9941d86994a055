import type { HeldVotes } from '@answerable/contracts/held-votes'
import { useState } from 'react'
import { noReason } from '../../features/decisions/reason.ts'
import { ReasonFields } from '../../features/decisions/reason-fields.tsx'
import { ruleLabels, useDecideOnVotes } from '../../features/held-votes/held-votes.ts'
import { ReviewHead } from '../../features/review/review-head.tsx'
import { counted, plain } from '../../ui/figures.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'

type HeldVotesItemProps = { entry: HeldVotes; onDecided: () => void }

/** Held votes of one submission by rule, with the buttons to count or void them. */
export const HeldVotesItem = ({ entry, onDecided }: HeldVotesItemProps) => {
  const { submission, held, burst } = entry
  const [reason, setReason] = useState(noReason)
  const decide = useDecideOnVotes(entry, onDecided)
  const { targetName, heldVotes } = submission
  const counting = heldVotes > 0 ? `Count ${counted(heldVotes, 'vote')}` : 'Mark as reviewed'
  return (
    <li className="record">
      <ReviewHead submission={submission} flags="here" />
      <table className="table">
        <caption className="sr-only">Unusual activity in the votes on {targetName}</caption>
        <thead>
          <tr>
            <th scope="col">Rule</th>
            <th scope="col" className="table-figure">
              Votes
            </th>
            <th scope="col">First</th>
            <th scope="col">Latest</th>
          </tr>
        </thead>
        <tbody>
          {held.map(({ rule, count, firstAt, lastAt }) => (
            <FindingRow key={rule} {...{ label: ruleLabels[rule], count, firstAt, lastAt }} />
          ))}
          {burst !== null && (
            <FindingRow label="Burst from one network (these votes are counted)" {...burst} />
          )}
        </tbody>
      </table>
      <div className="decision">
        <ReasonFields
          reason={reason}
          reader="nobody else"
          error={decide.error}
          onChange={setReason}
        />
        <div className="decision-buttons">
          <button
            type="button"
            className="button-secondary"
            aria-label={`${counting}: ${targetName}`}
            disabled={decide.isPending}
            onClick={() => decide.mutate({ kind: 'release', reason })}
          >
            {counting}
          </button>
          {heldVotes > 0 && (
            <button
              type="button"
              className="button-secondary"
              data-tone="signal"
              aria-label={`Void ${counted(heldVotes, 'vote')}: ${targetName}`}
              disabled={decide.isPending}
              onClick={() => decide.mutate({ kind: 'void', reason })}
            >
              Void {counted(heldVotes, 'vote')}
            </button>
          )}
        </div>
      </div>
    </li>
  )
}

type FindingRowProps = { label: string; count: number; firstAt: string; lastAt: string }

const FindingRow = ({ label, count, firstAt, lastAt }: FindingRowProps) => (
  <tr>
    <th scope="row">{label}</th>
    <td className="table-figure">
      {plain(count)}
      <span className="cell-label"> {count === 1 ? 'vote' : 'votes'}</span>
    </td>
    <td>
      <span className="cell-label">First </span>
      <RelativeTime at={firstAt} />
    </td>
    <td>
      <span className="cell-label">Latest </span>
      <RelativeTime at={lastAt} />
    </td>
  </tr>
)
