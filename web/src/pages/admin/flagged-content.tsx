import {
  type QueueKind,
  type QueueSort,
  queueKinds,
  queueSorts,
} from '@answerable/contracts/review-queue'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { type ShownEntry, subjectOf } from '../../features/review/queue-order.ts'
import { reviewQueries } from '../../features/review/review-queries.ts'
import { useOpenEntries } from '../../features/review/use-open-entries.ts'
import { useQueueEntries } from '../../features/review/use-queue-entries.ts'
import { ListStates } from '../../ui/list-states.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { pagingOf } from '../../ui/paging.ts'
import { useAdminPlace } from './admin-address.ts'
import { ContentPanel, panelKinds } from './content-panel.tsx'
import { QueueRow } from './queue-row.tsx'
import { PlaceFilter } from './searched-list.tsx'
import { choicesOf } from './selection.ts'
import { SelectionBar } from './selection-bar.tsx'

const kindLabels = {
  all: 'All kinds',
  submissions: 'Submissions',
  comments: 'Comments',
  responses: 'Responses',
  alternatives: 'Alternatives',
  suggestions: 'Suggestions',
  updates: 'Updates',
  claims: 'Claims',
  notices: 'Notices',
} as const satisfies Record<QueueKind, string>

const sortLabels = {
  urgent: 'Most urgent first',
  oldest: 'Longest waiting first',
} as const satisfies Record<QueueSort, string>

/** The review queue, or the content that the address names. */
export const FlaggedContent = ({ readerId }: { readerId: string }) => {
  const place = useAdminPlace('flagged')
  const kind = panelKinds.find((one) => place.read(one) !== '')
  if (kind === undefined) return <Queue readerId={readerId} />
  const id = place.read(kind)
  return <ContentPanel key={id} kind={kind} id={id} readerId={readerId} />
}

/** Everything that waits for a decision. Other administrators may work on it at the same time. */
const Queue = ({ readerId }: { readerId: string }) => {
  const place = useAdminPlace('flagged')
  const visit = useLocation().key
  const list = useRef<HTMLOListElement>(null)
  const kind = queueKinds.find((one) => one === place.read('kind')) ?? 'all'
  const sort = queueSorts.find((one) => one === place.read('sort')) ?? 'urgent'
  const waiting = useQuery(reviewQueries.queue(kind, sort, place.page))
  const { data, isPlaceholderData } = waiting
  const { entries, hasOtherOrder, showNewOrder, hide } = useQueueEntries(
    `${visit} ${kind} ${sort} ${isPlaceholderData}`,
    data?.rows,
  )
  const { selected, select, clear } = useSelection(entries)
  const [focusedId, setFocusedId] = useState<string | null>(null)
  const open = new Set([...selected.map((entry) => subjectOf(entry).id), focusedId ?? ''])
  useOpenEntries([...open].filter((id) => entries.some(({ entry }) => subjectOf(entry).id === id)))
  const paging = pagingOf(place.page, data?.rows.length ?? 0, data?.total ?? 0)

  return (
    <>
      <div className="panel-bar">
        <div className="flex basis-96 flex-wrap gap-x-3 gap-y-2">
          <PlaceFilter
            place={place}
            name="kind"
            label="Kind"
            options={kindLabels}
            value={kind}
            usual="all"
          />
          <PlaceFilter
            place={place}
            name="sort"
            label="Order"
            options={sortLabels}
            value={sort}
            usual="urgent"
          />
        </div>
        <KeyHints />
        {hasOtherOrder && !isPlaceholderData && (
          <button type="button" className="button-inline" onClick={showNewOrder}>
            Show new order
          </button>
        )}
      </div>
      <ListStates
        what="the queue"
        list={{ ...waiting, data: data && { ...data, rows: entries } }}
        empty={
          <>
            <p className="subheading">Nothing is waiting for a decision.</p>
            <p className="text-soft">
              Flagged content, appeals, suggestions, updates, claims and notices appear here.
            </p>
          </>
        }
      >
        {(shown) => (
          <ol
            ref={list}
            className="rows"
            aria-busy={isPlaceholderData}
            onFocus={({ target }) => setFocusedId(entryIdOf(target))}
            onBlur={({ relatedTarget }) => setFocusedId(entryIdOf(relatedTarget))}
          >
            {shown.map(({ entry, isGone }) => {
              const { id } = subjectOf(entry)
              return (
                <QueueRow
                  key={id}
                  entry={entry}
                  isGone={isGone}
                  selection={
                    choicesOf(entry).length === 0
                      ? null
                      : {
                          isSelected: selected.includes(entry),
                          onChange: (isSelected) => select(id, isSelected),
                        }
                  }
                  readerId={readerId}
                  onDecided={() => {
                    focusBeside(list.current, id)
                    hide(entry)
                  }}
                />
              )
            })}
          </ol>
        )}
      </ListStates>
      {selected.length > 0 && (
        <SelectionBar
          selected={selected}
          onDecided={(ids) => {
            const decided = entries.filter(({ entry }) => ids.includes(subjectOf(entry).id))
            for (const { entry } of decided) hide(entry)
            list.current?.querySelector<HTMLElement>('.row-target a')?.focus()
          }}
          onClear={clear}
        />
      )}
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

/** The selected ones of the entries that are still open. */
const useSelection = (entries: readonly ShownEntry[]) => {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  return {
    selected: entries.flatMap(({ entry, isGone }) =>
      !isGone && ids.has(subjectOf(entry).id) ? [entry] : [],
    ),
    select: (id: string, isSelected: boolean) => {
      const next = new Set(ids)
      if (isSelected) next.add(id)
      else next.delete(id)
      setIds(next)
    },
    clear: () => setIds(new Set()),
  }
}

const entryIdOf = (element: EventTarget | null): string | null =>
  element instanceof Element
    ? (element.closest<HTMLElement>('[data-entry]')?.dataset.entry ?? null)
    : null

const hints = {
  J: 'next',
  K: 'previous',
  A: 'approve',
  R: 'remove',
  N: 'reason',
  X: 'select',
  '?': 'all shortcuts',
}

const KeyHints = () => (
  <dl className="key-hints">
    {Object.entries(hints).map(([key, meaning]) => (
      <div key={key}>
        <dt>
          <kbd>{key}</kbd>
        </dt>
        <dd>{meaning}</dd>
      </div>
    ))}
  </dl>
)

/** Moves the focus to the entry after the one that disappears, or to the one before it. */
const focusBeside = (list: HTMLElement | null, id: string): void => {
  const entries = [...(list?.querySelectorAll<HTMLElement>('[data-entry]') ?? [])]
  const at = entries.findIndex((entry) => entry.dataset.entry === id)
  const beside = entries[at + 1] ?? entries[at - 1]
  beside?.querySelector<HTMLElement>('.row-target a')?.focus()
}
