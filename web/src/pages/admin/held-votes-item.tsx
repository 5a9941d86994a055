import type { HeldVotes } from '@answerable/contracts/held-votes'
import { useState } from 'react'
import { noReason } from '../../features/decisions/reason.ts'
import { ReasonFields } from '../../features/decisions/reason-fields.tsx'
import { ruleLabels, useDecideOnVotes } from '../../features/held-votes/held-votes.ts'
import { ReviewHead } from '../../features/review/review-head.tsx'
import { plain, votesAndJoins } from '../../ui/figures.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'

type HeldVotesItemProps = { entry: HeldVotes; onDecided: () => void }

/** Held votes and joins of one submission by rule, with the buttons to count or void them. */
export const HeldVotesItem = ({ entry, onDecided }: HeldVotesItemProps) => {
  const { submission, held, burst, participation } = entry
  const [reason, setReason] = useState(noReason)
  const decide = useDecideOnVotes(entry, onDecided)
  const { targetName, heldVotes, heldParticipations } = submission
  const isHeld = heldVotes + heldParticipations > 0
  const heldNumbers = votesAndJoins({
    voteCount: heldVotes,
    participationCount: heldParticipations,
  })
  const counting = isHeld ? `Count ${heldNumbers}` : 'Mark as reviewed'
  return (
    <li className="record">
      <ReviewHead submission={submission} flags="here" />
      <table className="table table-stacked">
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
          {participation.held.map(({ rule, ...found }) => (
            <FindingRow key={rule} of="join" label={`Joins: ${ruleLabels[rule]}`} {...found} />
          ))}
          {participation.burst !== null && (
            <FindingRow
              of="join"
              label="Joins: Burst from one network (these joins are counted)"
              {...participation.burst}
            />
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
          {isHeld && (
            <button
              type="button"
              className="button-secondary"
              data-tone="signal"
              aria-label={`Void ${heldNumbers}: ${targetName}`}
              disabled={decide.isPending}
              onClick={() => decide.mutate({ kind: 'void', reason })}
            >
              Void {heldNumbers}
            </button>
          )}
        </div>
      </div>
    </li>
  )
}

type FindingRowProps = {
  label: string
  count: number
  firstAt: string
  lastAt: string
  of?: 'vote' | 'join'
}

const FindingRow = ({ label, count, firstAt, lastAt, of = 'vote' }: FindingRowProps) => (
  <tr>
    <th scope="row">{label}</th>
    <td className="table-figure">
      {plain(count)}
      <span className="cell-label"> {count === 1 ? of : `${of}s`}</span>
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
