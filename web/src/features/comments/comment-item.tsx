import { type Comment, postComment } from '@answerable/contracts/comments'
import { reasonCodes } from '@answerable/contracts/decisions'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, use, useEffect, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { PersonName } from '../../ui/person-name.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { useToast } from '../../ui/toast.tsx'
import { addComment } from './cached-comments.ts'
import { CommentActions } from './comment-actions.tsx'
import { CommentEditor } from './comment-editor.tsx'
import { commentAnchor, replyDraft } from './comments.ts'
import { DiscussionContext } from './discussion-context.ts'
import { EditForm } from './edit-form.tsx'
import type { Branch } from './threads.ts'

const CommentHistory = lazy(async () => ({
  default: (await import('./comment-history.tsx')).CommentHistory,
}))

/** A comment and the replies below it. */
export const CommentBranch = ({ branch }: { branch: Branch }) => (
  <li>
    <CommentItem comment={branch.comment} repliesTo={branch.repliesTo} />
    {branch.branches.length > 0 && (
      <ol className="replies">
        {branch.branches.map((reply) => (
          <CommentBranch key={reply.comment.id} branch={reply} />
        ))}
      </ol>
    )}
  </li>
)

type CommentItemProps = { comment: Comment; repliesTo: Comment | undefined }

/** What is open below a comment. */
export type Opened = 'reply' | 'edit' | 'delete' | 'history' | undefined

const CommentItem = ({ comment, repliesTo }: CommentItemProps) => {
  const { linkedId, isReplying, isMuted, isOpen, actions } = use(DiscussionContext)
  const [opened, setOpened] = useState<Opened>()
  const [isRevealed, setRevealed] = useState(false)
  const article = useRef<HTMLElement>(null)
  const isLinked = linkedId === comment.id
  const canReply = isLinked && isReplying && isOpen && comment.state === 'shown'
  useEffect(() => {
    if (!isLinked) return
    article.current?.scrollIntoView({ block: 'center' })
    article.current?.focus({ preventScroll: true })
    if (canReply) setOpened('reply')
  }, [isLinked, canReply])

  const author = comment.author?.username
  const isHidden = author !== undefined && isMuted(author) && !isRevealed && !isLinked
  const closed = useRef<Opened>(undefined)
  const close = () => {
    closed.current = opened
    setOpened(undefined)
  }
  useEffect(() => {
    if (opened !== undefined || closed.current === undefined) return
    // Returns the focus to the button that opened it, which is there again.
    article.current?.querySelector<HTMLElement>(`[data-opens="${closed.current}"]`)?.focus()
    closed.current = undefined
  }, [opened])
  return (
    <article
      ref={article}
      className="comment"
      id={commentAnchor(comment.id)}
      tabIndex={-1}
      data-linked={isLinked || undefined}
      aria-label={labelOf(comment)}
    >
      <p className="comment-head">
        {(author !== undefined || comment.state === 'shown') && (
          <b className="font-semibold text-ink">
            <PersonName person={comment.author} />
          </b>
        )}
        {repliesTo && (
          <span>
            replied to{' '}
            <a className="link name" href={`#${commentAnchor(repliesTo.id)}`}>
              {repliesTo.author?.username ?? 'Unknown'}
            </a>
          </span>
        )}
        <a className="comment-time" href={`#${commentAnchor(comment.id)}`}>
          <span className="sr-only">Link to this comment, </span>
          <RelativeTime at={comment.createdAt} />
        </a>
        {comment.editedAt !== null && comment.state === 'shown' && (
          <button
            type="button"
            className="quiet-link"
            data-opens="history"
            aria-expanded={opened === 'history'}
            onClick={() => setOpened(opened === 'history' ? undefined : 'history')}
          >
            edited
          </button>
        )}
      </p>
      {isHidden ? (
        <p className="comment-gone">
          You have muted this member.{' '}
          <button type="button" className="button-inline" onClick={() => setRevealed(true)}>
            Show the comment
          </button>
        </p>
      ) : (
        <CommentText comment={comment} opened={opened} onClose={close} />
      )}
      {comment.state === 'shown' && !isHidden && opened !== 'edit' && (
        <CommentActions comment={comment} opened={opened} onOpen={setOpened} onClose={close} />
      )}
      {comment.state === 'removed' && actions(comment)}
      {opened === 'reply' && <ReplyForm comment={comment} onClose={close} />}
      {opened === 'history' && (
        <Suspense>
          <CommentHistory comment={comment} />
        </Suspense>
      )}
    </article>
  )
}

const labelOf = ({ author, state }: Comment): string => {
  if (author === null && state !== 'shown')
    return `${state === 'deleted' ? 'Deleted' : 'Removed'} comment`
  return `Comment by ${author?.username ?? 'Unknown'}`
}

type CommentPartProps = { comment: Comment; opened: Opened; onClose: () => void }

const CommentText = ({ comment, opened, onClose }: CommentPartProps) => {
  if (opened === 'edit') return <EditForm comment={comment} onClose={onClose} />
  if (comment.state === 'deleted') {
    return <p className="comment-gone">The author has deleted this comment.</p>
  }
  if (comment.state === 'removed') {
    const { reasonCode } = comment
    return (
      <p className="comment-gone">
        An administrator has removed this comment.
        {reasonCode !== null && ` Reason: ${reasonCodes[reasonCode]}.`}
      </p>
    )
  }
  return (
    <div className="comment-text">
      <Markdown text={comment.content} />
    </div>
  )
}

const ReplyForm = ({ comment, onClose }: Omit<CommentPartProps, 'opened'>) => {
  const { submissionId } = use(DiscussionContext)
  const client = useQueryClient()
  const toast = useToast()
  return (
    <CommentEditor
      label={`Reply to ${comment.author?.username ?? 'Unknown'}`}
      words={{ send: 'Post reply', sending: 'Posting...', failed: 'Failed to post comment' }}
      draft={replyDraft(comment.id)}
      send={(content, key) =>
        call(
          postComment,
          { params: { id: submissionId }, body: { content, parentId: comment.id } },
          { headers: { 'idempotency-key': key } },
        )
      }
      onSent={(reply) => {
        addComment(client, submissionId, reply)
        onClose()
        void client.invalidateQueries({ queryKey: queryKeys.submission(submissionId) })
        void client.invalidateQueries({ queryKey: queryKeys.feeds })
        toast({ title: 'Comment posted successfully' })
      }}
      onCancel={onClose}
    />
  )
}
