import type { ContentFlagReport } from '@answerable/contracts/content-decisions'
import { flagReasons } from '@answerable/contracts/flags'
import type { FlagReport } from '@answerable/contracts/review'
import { useState } from 'react'
import { RelativeTime } from '../../ui/relative-time.tsx'

const shownAtFirst = 3

/** Reasons of flags. The server does not send who flagged it. */
export const FlagReasons = ({
  flags,
  total,
}: {
  flags: readonly (FlagReport | ContentFlagReport)[]
  total: number
}) => {
  const [isWhole, setWhole] = useState(false)
  // One more reason takes no more room than the button to show it.
  const shown = isWhole || flags.length === shownAtFirst + 1 ? flags : flags.slice(0, shownAtFirst)
  const isCut = total > flags.length
  return (
    <>
      <ul className="plain-list">
        {shown.map((flag) => (
          <li key={flag.id}>
            {flag.reasonCode !== null && (
              <b className="font-semibold">{flagReasons[flag.reasonCode]}: </b>
            )}
            <span className="whitespace-pre-line wrap-anywhere">{flag.reason}</span>{' '}
            <span className="text-sm text-soft">
              <RelativeTime at={flag.createdAt} />
              {flag.closedAt !== null && ', closed'}
            </span>
          </li>
        ))}
      </ul>
      {flags.length > shown.length && (
        <button type="button" className="button-inline" onClick={() => setWhole(true)}>
          Show {isCut ? `the newest ${flags.length}` : `all ${flags.length}`}
        </button>
      )}
      {shown.length === flags.length && isCut && (
        <p className="text-sm text-soft">The newest {flags.length} are shown.</p>
      )}
    </>
  )
}
