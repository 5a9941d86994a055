import { type Comment, type CommentSort, commentSorts } from '@answerable/contracts/comments'
import { boycottPath } from '@answerable/contracts/pages'
import type { Submission } from '@answerable/contracts/submissions'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useHydrated } from '../../platform/hydrated.tsx'
import { sessionQueries } from '../../session/current-user.ts'
import { CommentForm } from './comment-form.tsx'
import { CommentList } from './comment-list.tsx'
import { DiscussionContext } from './discussion-context.ts'
import { LinkedThread } from './linked-thread.tsx'
import { useMuted } from './muted.ts'

const sortLabels = {
  newest: 'Newest',
  oldest: 'Oldest',
  helpful: 'Most helpful',
} as const satisfies Record<CommentSort, string>

type DiscussionProps = {
  submission: Submission
  /** Further actions of a comment, from other features. */
  actions: (comment: Comment) => ReactNode
}

/** The comments of a submission, and the form for a new one. */
export const Discussion = ({ submission, actions }: DiscussionProps) => {
  const { id, approved, commentCount, discussionLocked } = submission
  const section = useRef<HTMLElement>(null)
  const { hash, search } = useLocation()
  const navigate = useNavigate()
  const isHydrated = useHydrated()
  const { data: user } = useQuery(sessionQueries.currentUser())
  const isMuted = useMuted(user?.username)
  const sort = sortOf(new URLSearchParams(search).get('sort'))
  const linkedId = isHydrated ? linkedIdOf(hash) : undefined
  useEffect(() => {
    if (hash === '#comments') section.current?.scrollIntoView()
  }, [hash])
  const showIn = (next: CommentSort) =>
    void navigate(
      { pathname: boycottPath(id), search: next === 'newest' ? '' : `?sort=${next}` },
      { replace: true, preventScrollReset: true },
    )
  const isReplying = new URLSearchParams(search).get('reply') === linkedId
  const isOpen = approved && !discussionLocked
  const username = user?.username
  // Votes on the submission must not render all comments again.
  const context = useMemo(
    () => ({ submissionId: id, isOpen, username, isMuted, linkedId, isReplying, actions }),
    [id, isOpen, username, isMuted, linkedId, isReplying, actions],
  )
  return (
    <DiscussionContext value={context}>
      <section aria-labelledby="comments" ref={section}>
        <div className="section-title discussion-title">
          <h2 id="comments" tabIndex={-1}>
            Comments <span className="figure text-soft">{commentCount}</span>
          </h2>
          {commentCount > 1 && (
            <select
              className="select-small"
              aria-label="Sort comments by"
              value={sort}
              onChange={(event) => showIn(sortOf(event.target.value))}
            >
              {commentSorts.map((one) => (
                <option key={one} value={one}>
                  {sortLabels[one]}
                </option>
              ))}
            </select>
          )}
        </div>
        {isOpen && <CommentForm id={id} sort={sort} showNewest={() => showIn('newest')} />}
        {approved && discussionLocked && (
          <p className="notice">
            An administrator has locked this discussion. Nobody can add comments or replies.
          </p>
        )}
        {linkedId !== undefined && <LinkedThread id={id} commentId={linkedId} sort={sort} />}
        <CommentList id={id} sort={sort} />
      </section>
    </DiscussionContext>
  )
}

const sortOf = (value: string | null): CommentSort =>
  commentSorts.find((one) => one === value) ?? 'newest'

/** The comment of an address like #comment-0b9d4a52-6b1f-4c0a-9a55-1d2f3b4c5d6e. */
const linkedIdOf = (hash: string): string | undefined =>
  /^#comment-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(hash)?.[1]
