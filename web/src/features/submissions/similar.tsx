import { boycottPath } from '@answerable/contracts/pages'
import { type Submission, submissionLimits } from '@answerable/contracts/submissions'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { useDebounced } from '../../platform/use-debounced.ts'
import { sessionQueries } from '../../session/current-user.ts'
import { counted } from '../../ui/figures.ts'
import { PlaceLine } from './place-line.tsx'
import { similarQueries } from './similar-queries.ts'

const pauseMilliseconds = 500
const minNameLength = 2

type SimilarProps = {
  targetName: string
  reasons: string
  /** The vote control of a submission. */
  vote: (submission: Submission) => ReactNode
  onDiscard: (chosen: Submission) => void
}

/** Boycotts that the one being written may repeat. If they cannot be fetched, nothing is shown. */
export const Similar = ({ targetName, reasons, vote, onDiscard }: SimilarProps) => {
  const name = useDebounced(targetName.trim(), pauseMilliseconds)
  const words = useDebounced(reasons, pauseMilliseconds)
  const user = useQuery(sessionQueries.currentUser())
  const isLongEnough =
    name.length >= minNameLength && name.length <= submissionLimits.targetName.max
  const { data, error } = useQuery({
    ...similarQueries.to({ targetName: name, reasons: words }, user.data?.email),
    enabled: isLongEnough,
  })
  const rows = isLongEnough && error === null ? (data?.rows ?? []) : []
  return (
    <>
      <p className="sr-only" role="status">
        {rows.length > 0 && `${counted(rows.length, 'similar boycott')} listed below the name.`}
      </p>
      {rows.length > 0 && (
        <section className="similar" aria-labelledby="similar">
          <h2 id="similar" className="font-semibold">
            Is it one of these?
          </h2>
          <p className="text-sm text-soft">
            A vote for an existing boycott counts more than a second one. Your draft stays in this
            browser.
          </p>
          <ul>
            {rows.map((submission) => (
              <SimilarBoycott
                key={submission.id}
                submission={submission}
                vote={vote(submission)}
                onDiscard={() => onDiscard(submission)}
              />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

type SimilarBoycottProps = { submission: Submission; vote: ReactNode; onDiscard: () => void }

const SimilarBoycott = ({ submission, vote, onDiscard }: SimilarBoycottProps) => {
  const [isAsking, setAsking] = useState(false)
  const { id, targetName, reasons } = submission
  return (
    <li className="similar-item">
      {vote}
      <div className="min-w-0">
        <p className="similar-name">
          <Link className="link" to={boycottPath(id)}>
            {targetName}
          </Link>
        </p>
        <PlaceLine submission={submission} />
        <p className="similar-reasons">{reasons.slice(0, 200).toWellFormed()}</p>
        {isAsking ? (
          <div className="similar-choice">
            <span>Discard your draft?</span>
            <button type="button" className="button-inline" onClick={onDiscard}>
              Discard and open this boycott
            </button>
            <button type="button" className="quiet-link" onClick={() => setAsking(false)}>
              Keep writing
            </button>
          </div>
        ) : (
          <button
            type="button"
            className="quiet-link"
            aria-label={`Use this one instead of my draft: ${targetName}`}
            onClick={() => setAsking(true)}
          >
            Use this one instead
          </button>
        )}
      </div>
    </li>
  )
}
