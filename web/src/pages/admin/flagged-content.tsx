import { type QueueKind, queueKinds } from '@answerable/contracts/review-queue'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { subjectOf } from '../../features/review/queue-order.ts'
import { reviewQueries } from '../../features/review/review-queries.ts'
import { useQueueEntries } from '../../features/review/use-queue-entries.ts'
import { ListStates } from '../../ui/list-states.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { pagingOf } from '../../ui/paging.ts'
import { useAdminPlace } from './admin-address.ts'
import { CommentPanel } from './comment-panel.tsx'
import { AlternativePanel, QueueAlternative } from './queue-alternative.tsx'
import { QueueComment } from './queue-comment.tsx'
import { QueueItem } from './queue-item.tsx'
import { QueueNotice } from './queue-notice.tsx'
import { PlaceFilter } from './searched-list.tsx'

const kindLabels = {
  all: 'All kinds',
  submissions: 'Submissions',
  comments: 'Comments',
  alternatives: 'Alternatives',
  notices: 'Notices',
} as const satisfies Record<QueueKind, string>

/** The review queue, or the comment or alternative that the address names. */
export const FlaggedContent = ({ readerId }: { readerId: string }) => {
  const place = useAdminPlace('flagged')
  const [commentId, alternativeId] = [place.read('comment'), place.read('alternative')]
  if (alternativeId !== '') return <AlternativePanel key={alternativeId} id={alternativeId} />
  return commentId === '' ? (
    <Queue readerId={readerId} />
  ) : (
    <CommentPanel key={commentId} id={commentId} readerId={readerId} />
  )
}

/** The review queue: notices, then most flags first, then oldest. Other administrators may work on it at the same time. */
const Queue = ({ readerId }: { readerId: string }) => {
  const place = useAdminPlace('flagged')
  const visit = useLocation().key
  const list = useRef<HTMLOListElement>(null)
  const kind = queueKinds.find((one) => one === place.read('kind')) ?? 'all'
  const waiting = useQuery(reviewQueries.queue(kind, place.page))
  const { data, isPlaceholderData } = waiting
  const { entries, hasOtherOrder, showNewOrder, hide } = useQueueEntries(
    `${visit} ${kind} ${isPlaceholderData}`,
    data?.rows,
  )
  const paging = pagingOf(place.page, data?.rows.length ?? 0, data?.total ?? 0)

  return (
    <>
      <div className="panel-bar">
        <PlaceFilter
          place={place}
          name="kind"
          label="Kind"
          options={kindLabels}
          value={kind}
          usual="all"
        />
        <KeyHints />
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
            <p className="subheading">Nothing is waiting for a decision.</p>
            <p className="text-soft">
              Notices, appeals, and flagged submissions, comments and alternatives appear here.
            </p>
          </>
        }
      >
        {(shown) => (
          <ol ref={list} className="rows" aria-busy={isPlaceholderData}>
            {shown.map(({ entry, isGone }) => {
              const { id } = subjectOf(entry)
              const onDecided = () => {
                focusBeside(list.current, id)
                hide(entry)
              }
              const shared = { isGone, readerId, onDecided }
              if (entry.kind === 'alternative')
                return (
                  <QueueAlternative
                    key={id}
                    alternative={entry.alternative}
                    isGone={isGone}
                    onDecided={onDecided}
                  />
                )
              if (entry.kind === 'notice')
                return (
                  <QueueNotice
                    key={id}
                    notice={entry.notice}
                    isGone={isGone}
                    onDecided={onDecided}
                  />
                )
              return entry.kind === 'submission' ? (
                <QueueItem key={id} submission={entry.submission} {...shared} />
              ) : (
                <QueueComment key={id} comment={entry.comment} {...shared} />
              )
            })}
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

const hints = {
  J: 'next',
  K: 'previous',
  A: 'approve',
  R: 'remove',
  N: 'reason',
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
