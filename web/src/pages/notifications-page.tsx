import type { Notice } from '@answerable/contracts/notifications'
import { pages } from '@answerable/contracts/pages'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { byDay, grouped } from '../features/notifications/grouped.ts'
import { NoticeItem } from '../features/notifications/notice-item.tsx'
import { notificationList, useMarkAsRead } from '../features/notifications/notifications.ts'
import { unreadQuery } from '../features/notifications/unread.ts'
import { useShownNotices } from '../features/notifications/use-shown-notices.ts'
import { LoginHint } from '../features/sign-in/login-hint.tsx'
import { PageTitle, titled } from '../layout/page-title.tsx'
import { useNow } from '../platform/clock.tsx'
import { KnownUser } from '../session/known-user.tsx'
import { counted } from '../ui/figures.ts'
import { ListStates } from '../ui/list-states.tsx'
import { Pagination } from '../ui/pagination.tsx'
import { pagingOf, readPage } from '../ui/paging.ts'
import '../styles/notifications.css'

export const NotificationsPage = () => (
  <KnownUser heading={<Heading />}>
    {(user) => (user === null ? <NotificationsHint /> : <Notifications key={user.id} />)}
  </KnownUser>
)

const NotificationsHint = () => (
  <LoginHint heading={<Heading />}>
    Log in to see replies to your comments, mentions of your name, decisions about what you wrote,
    and what is new in the things you follow.
  </LoginHint>
)

const Heading = () => (
  <PageTitle
    title={titled('Notifications')}
    description="Replies, mentions, decisions and what is new in the things you follow."
  >
    Notifications
  </PageTitle>
)

const Notifications = () => {
  const [search] = useSearchParams()
  const page = readPage(search.get('page'))
  const client = useQueryClient()
  const rows = useRef<HTMLDivElement>(null)
  const list = useQuery(notificationList(page, client))
  const { data: unread = 0 } = useQuery(unreadQuery())
  const { shown, newCount, showNew } = useShownNotices(page, list.data, rows)
  const markAsRead = useMarkAsRead()
  const newest = list.data?.rows[0]
  const paging = pagingOf(page, list.data?.rows.length ?? 0, list.data?.total ?? 0)
  return (
    <div className="page-reading">
      <Heading />
      <div className="toolbar">
        <p className="text-soft figure" role="status">
          {list.data &&
            (unread === 0 ? 'Nothing unread' : `${counted(unread, 'unread notification')}`)}
        </p>
        <div className="toolbar-end">
          {unread > 0 && newest !== undefined && page === 1 && (
            <button
              type="button"
              className="quiet-link"
              onClick={() => markAsRead.mutate({ upTo: newest.id })}
            >
              Mark all as read
            </button>
          )}
          <Link className="quiet-link" to={`${pages.settings}#notifications`}>
            Settings
          </Link>
        </div>
      </div>
      {newCount > 0 && (
        <button type="button" className="notice-new" onClick={showNew}>
          Show {counted(newCount, 'new notification')}
        </button>
      )}
      <div ref={rows} className="rows" aria-busy={list.isPlaceholderData}>
        <ListStates
          what="your notifications"
          list={{ ...list, data: shown }}
          empty={page === 1 ? <Empty /> : <p className="subheading">No notifications here.</p>}
        >
          {(notices) => (
            <Days
              notices={notices}
              onRead={(read) => {
                const only = read.map(({ id }) => id)
                markAsRead.mutate({ upTo: Math.max(...only), only })
              }}
            />
          )}
        </ListStates>
      </div>
      {(paging.hasNext || page > 1) && (
        <Pagination
          page={page}
          addressOf={(next) =>
            next === 1 ? pages.notifications : `${pages.notifications}?page=${next}`
          }
          paging={paging}
          isWaiting={list.isPlaceholderData}
        />
      )}
    </div>
  )
}

type DaysProps = { notices: readonly Notice[]; onRead: (notices: readonly Notice[]) => void }

const Days = ({ notices, onRead }: DaysProps) => {
  const now = useNow()
  return byDay(grouped(notices), now).map(({ label, groups }) => (
    <section key={label} aria-label={label}>
      <h2 className="notice-day">{label}</h2>
      <ul>
        {groups.map((group) => (
          <NoticeItem key={group.at(-1)?.id} group={group} onRead={onRead} />
        ))}
      </ul>
    </section>
  ))
}

const Empty = () => (
  <div className="notice-none">
    <p className="subheading">No notifications yet.</p>
    <p className="intro">You will be notified here when:</p>
    <ul>
      <li>somebody replies to your comment or mentions you with @ and your username</li>
      <li>somebody comments on a boycott that you follow</li>
      <li>
        there is a new boycott of a business, in a country or category, or for a search that you
        follow
      </li>
      <li>an administrator decides about what you wrote, suggested or flagged</li>
    </ul>
    <div className="mt-5 flex flex-wrap gap-3">
      <Link className="button-primary" to={pages.home}>
        Find boycotts to follow
      </Link>
      <Link className="button-secondary" to={pages.businesses}>
        Find businesses to follow
      </Link>
    </div>
  </div>
)
