import type { QueueEntry } from '@answerable/contracts/review-queue'
import { type ReactNode, useEffect, useRef } from 'react'
import { subjectOf } from '../../features/review/queue-order.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { entryName } from './entry-name.ts'

export type Selection = { isSelected: boolean; onChange: (isSelected: boolean) => void }

type QueueFrameProps = {
  entry: QueueEntry
  isGone: boolean
  hasConflict: boolean
  /** Null if the entry cannot be decided together with others. */
  selection: Selection | null
  children: ReactNode
}

/** An entry of the queue with its kind or number of flags, how long it waits, and who has it open. */
export const QueueFrame = ({
  entry,
  isGone,
  hasConflict,
  selection,
  children,
}: QueueFrameProps) => {
  const item = useRef<HTMLLIElement>(null)
  useEffect(() => {
    // The focused button disappears with the next refetch of the queue.
    if (hasConflict) item.current?.querySelector<HTMLElement>('.row-target a')?.focus()
  }, [hasConflict])
  const label = labelOf(entry)
  const flagCount = flagCountOf(entry)
  return (
    <li
      ref={item}
      className="entry"
      data-entry={subjectOf(entry).id}
      data-gone={isGone || undefined}
    >
      <div className="entry-count">
        {flagCount > 0 && (
          <p>
            <span className="figure">{flagCount}</span> {flagCount === 1 ? 'flag' : 'flags'}
          </p>
        )}
        {label !== null && <p className="font-semibold text-signal">{label}</p>}
        {selection !== null && !isGone && (
          <label className="entry-select">
            <input
              type="checkbox"
              data-key="x"
              checked={selection.isSelected}
              aria-label={`Select ${entryName(entry)}`}
              onChange={(event) => selection.onChange(event.target.checked)}
            />
          </label>
        )}
      </div>
      <div className="min-w-0">
        {children}
        <p className="entry-waiting">
          Waiting since <RelativeTime at={entry.waitingSince} />
        </p>
      </div>
    </li>
  )
}

/** Tells that colleagues work on the entry now. */
export const OpenBy = ({ usernames }: { usernames: readonly string[] }) =>
  usernames.length === 0 ? null : (
    <p className="entry-open" role="status">
      <b className="font-semibold wrap-anywhere">{usernames.join(', ')}</b>{' '}
      {usernames.length === 1 ? 'has' : 'have'} this open.
    </p>
  )

const flagCountOf = (entry: QueueEntry): number => {
  if (entry.kind === 'submission') return entry.submission.flagCount
  if (entry.kind === 'comment') return entry.comment.flagCount
  if (entry.kind === 'response') return entry.response.flagCount
  return entry.kind === 'alternative' ? entry.alternative.flagCount : 0
}

/** What is to be decided, where it is not about flags. */
const labelOf = (entry: QueueEntry): string | null => {
  switch (entry.kind) {
    case 'submission':
      return entry.submission.appeal === null ? null : 'Appeal'
    case 'comment':
      return entry.comment.appeal === null ? null : 'Appeal'
    case 'response':
      return entry.response.appeal === null ? null : 'Appeal'
    case 'alternative':
      return entry.alternative.appeal === null ? null : 'Appeal'
    case 'suggestion':
      return 'Change'
    case 'update':
      return 'Update'
    case 'claim':
      return 'Claim'
    case 'notice':
      return entry.notice.objection === null ? 'Notice' : 'Objection'
    default:
      return entry satisfies never
  }
}
