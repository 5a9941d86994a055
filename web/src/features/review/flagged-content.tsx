import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { readStored, writeStored } from '../../browser/storage.ts'
import { ListStates } from '../../ui/list-states.tsx'
import { Pagination } from '../submissions/pagination.tsx'
import { pagingOf } from '../submissions/paging.ts'
import { useAdminPlace } from './admin-place.ts'
import { QueueItem } from './queue-item.tsx'
import { queue } from './review.ts'
import { ShortcutHelp } from './shortcut-help.tsx'
import { focusBeside, useShortcuts } from './shortcuts.ts'
import { useQueueEntries } from './use-queue-entries.ts'

const shortcutsKey = 'answerable-shortcuts'

/** What waits for a decision, most flags first and then oldest, while others work on it too. */
export const FlaggedContent = ({ readerId }: { readerId: string }) => {
  const place = useAdminPlace('flagged')
  const visit = useLocation().key
  const list = useRef<HTMLOListElement>(null)
  const [areShortcutsOn, setShortcutsOn] = useState(() => readStored(shortcutsKey) !== 'off')
  useShortcuts(list, areShortcutsOn)
  const waiting = useQuery(queue(place.page))
  const { data, isPlaceholderData } = waiting
  const { entries, hasOtherOrder, showNewOrder, settle } = useQueueEntries(
    `${visit} ${isPlaceholderData}`,
    data?.rows,
  )
  const paging = pagingOf(place.page, data?.rows.length ?? 0, data?.total ?? 0)

  return (
    <>
      <div className="panel-bar">
        <ShortcutHelp
          isOn={areShortcutsOn}
          onChange={(isOn) => {
            setShortcutsOn(isOn)
            writeStored(shortcutsKey, isOn ? 'on' : 'off')
          }}
        />
        {hasOtherOrder && !isPlaceholderData && (
          <button type="button" className="button-inline" onClick={showNewOrder}>
            Show new order
          </button>
        )}
      </div>
      <ListStates
        what="flagged content"
        list={{ ...waiting, data: data && { ...data, rows: entries } }}
        empty={
          <>
            <p className="font-serif text-xl font-semibold">Nothing waits for a decision.</p>
            <p className="text-soft">What members flag, and what authors appeal, appears here.</p>
          </>
        }
      >
        {(shown) => (
          <ol ref={list} className="rows" aria-busy={isPlaceholderData}>
            {shown.map((entry) => (
              <QueueItem
                key={entry.submission.id}
                entry={entry}
                readerId={readerId}
                onDecided={() => {
                  focusBeside(list.current, entry.submission.id)
                  settle(entry.submission)
                }}
              />
            ))}
          </ol>
        )}
      </ListStates>
      {data !== undefined && (data.total > data.rows.length || place.page > 1) && (
        <Pagination
          page={place.page}
          addressOf={place.addressOf}
          paging={paging}
          isWaiting={isPlaceholderData}
        />
      )}
    </>
  )
}
