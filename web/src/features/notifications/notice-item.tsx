import { reasonCodes } from '@answerable/contracts/decisions'
import type { Notice } from '@answerable/contracts/notifications'
import Check from 'lucide-react/icons/check'
import { Link } from 'react-router-dom'
import { RelativeTime } from '../../ui/relative-time.tsx'
import type { NoticeGroup } from './grouped.ts'
import { noticePlace, replyPlace } from './notice-place.ts'
import { NoticeWords } from './notice-words.tsx'

type NoticeItemProps = {
  group: NoticeGroup
  onRead: (notices: readonly Notice[]) => void
}

export const NoticeItem = ({ group, onRead }: NoticeItemProps) => {
  const [notice] = group
  const unread = group.filter((one) => one.unread)
  const reply = group.length === 1 ? replyPlace(notice) : null
  const read = () => {
    if (unread.length > 0) onRead(unread)
  }
  return (
    <li className="notice-item" data-unread={unread.length > 0 || undefined}>
      <div className="notice-text">
        <Link to={noticePlace(notice)} className="notice-link" onClick={read} onAuxClick={read}>
          {unread.length > 0 && <span className="sr-only">Unread: </span>}
          <NoticeWords group={group} />
        </Link>
        <Detail group={group} />
        <p className="notice-foot">
          <RelativeTime at={notice.createdAt} />
          {reply !== null && (
            <Link to={reply} className="quiet-link" onClick={read} onAuxClick={read}>
              Reply
            </Link>
          )}
        </p>
      </div>
      {unread.length > 0 && (
        <button
          type="button"
          className="button-icon notice-read"
          aria-label="Mark as read"
          title="Mark as read"
          onClick={read}
        >
          <Check size={17} aria-hidden />
        </button>
      )}
    </li>
  )
}

/** The beginning of the comment, the authors of several, or the reason of a decision. */
const Detail = ({ group }: { group: NoticeGroup }) => {
  const [{ comment, reasonCode }] = group
  if (group.length > 1) return <p className="notice-detail">From {authorsOf(group)}</p>
  if (comment !== null && comment.excerpt !== '') {
    return <p className="notice-detail notice-excerpt">{comment.excerpt}</p>
  }
  const reason = reasonCodes[reasonCode as keyof typeof reasonCodes]
  return reason === undefined ? null : <p className="notice-detail">Reason: {reason}</p>
}

const maxAuthors = 3

/** 'quiet-heron, keen-elm and 2 others'. */
const authorsOf = (group: NoticeGroup): string => {
  const names = [...new Set(group.map(({ comment }) => comment?.author?.username ?? 'Unknown'))]
  const others = names.length - maxAuthors
  const shown = others > 0 ? [...names.slice(0, maxAuthors), othersOf(others)] : names
  return list.format(shown)
}

const othersOf = (count: number): string => (count === 1 ? '1 other' : `${count} others`)

const list = new Intl.ListFormat('en-GB', { type: 'conjunction' })
