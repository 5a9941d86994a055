import type { Appeal } from '@answerable/contracts/appeals'
import { type ReactNode, useEffect, useRef } from 'react'

type QueueFrameProps = {
  entry: { id: string; flagCount: number; appeal: Appeal | null }
  /** Kind of an entry that is not flagged. */
  label?: string
  isGone: boolean
  hasConflict: boolean
  children: ReactNode
}

/** An entry of the queue with its number of flags. */
export const QueueFrame = ({ entry, label, isGone, hasConflict, children }: QueueFrameProps) => {
  const item = useRef<HTMLLIElement>(null)
  useEffect(() => {
    // The focused button disappears with the next refetch of the queue.
    if (hasConflict) item.current?.querySelector<HTMLElement>('.row-target a')?.focus()
  }, [hasConflict])
  return (
    <li ref={item} className="entry" data-entry={entry.id} data-gone={isGone || undefined}>
      <p className="entry-count">
        {entry.flagCount > 0 && (
          <>
            <span className="figure">{entry.flagCount}</span>{' '}
            {entry.flagCount === 1 ? 'flag' : 'flags'}
          </>
        )}
        {label !== undefined && <b className="font-semibold text-signal">{label}</b>}
        {entry.appeal !== null && <b className="font-semibold text-signal">Appeal</b>}
      </p>
      <div className="min-w-0">{children}</div>
    </li>
  )
}
