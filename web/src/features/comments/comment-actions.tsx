import {
  type Comment,
  deleteComment,
  markHelpful,
  unmarkHelpful,
} from '@answerable/contracts/comments'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { use } from 'react'
import { messageFor } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { isSignedIn } from '../../session/current-user.ts'
import { useMemberCall } from '../../session/member-call.ts'
import { useSignIn } from '../../session/sign-in-context.ts'
import { plain } from '../../ui/figures.ts'
import { useToast } from '../../ui/toast.tsx'
import { hideComment, patchComment } from '../submissions/cached-comments.ts'
import { cacheComment } from './cached-comments.ts'
import type { Opened } from './comment-item.tsx'
import { DiscussionContext } from './discussion-context.ts'

type CommentActionsProps = {
  comment: Comment
  opened: Opened
  onOpen: (opened: Opened) => void
  onClose: () => void
}

export const CommentActions = ({ comment, opened, onOpen, onClose }: CommentActionsProps) => {
  const { isOpen, username, actions } = use(DiscussionContext)
  const { open } = useSignIn()
  const client = useQueryClient()
  const isOwn = username !== undefined && comment.author?.username === username
  const reply = async () => {
    if (opened === 'reply') onClose()
    else if (username === undefined && !(await isSignedIn(client))) open()
    else onOpen('reply')
  }
  return (
    <>
      <div className="comment-actions">
        {isOpen && (
          <button
            type="button"
            className="quiet-link"
            data-opens="reply"
            aria-expanded={opened === 'reply'}
            onClick={() => void reply()}
          >
            Reply
          </button>
        )}
        {isOwn ? <HelpfulCount comment={comment} /> : <HelpfulButton comment={comment} />}
        {isOwn && (
          <>
            <button
              type="button"
              className="quiet-link"
              data-opens="edit"
              onClick={() => onOpen('edit')}
            >
              Edit
            </button>
            <button
              type="button"
              className="quiet-link"
              data-opens="delete"
              aria-expanded={opened === 'delete'}
              onClick={() => onOpen(opened === 'delete' ? undefined : 'delete')}
            >
              Delete
            </button>
          </>
        )}
        {!isOwn && actions(comment)}
      </div>
      {opened === 'delete' && <DeleteForm comment={comment} onClose={onClose} />}
    </>
  )
}

const HelpfulCount = ({ comment }: { comment: Comment }) =>
  comment.helpful > 0 && <span className="figure">Helpful to {plain(comment.helpful)}</span>

const HelpfulButton = ({ comment }: { comment: Comment }) => {
  const { submissionId } = use(DiscussionContext)
  const client = useQueryClient()
  const toast = useToast()
  const memberCall = useMemberCall()
  const isMarked = comment.ownHelpful === true
  const ids = { submissionId, commentId: comment.id }
  const mark = useMutation({
    // One after the other, so that the last choice wins.
    scope: { id: `helpful-${comment.id}` },
    mutationFn: (isHelpful: boolean) =>
      memberCall(() =>
        call(isHelpful ? markHelpful : unmarkHelpful, { params: { id: comment.id } }),
      ),
    onMutate: (isHelpful) => patchComment(client, ids, (one) => marked(one, isHelpful)),
    onSuccess: (received) => cacheComment(client, submissionId, received),
    onError: (error, isHelpful) => {
      patchComment(client, ids, (one) => marked(one, !isHelpful))
      // The mark may have been stored although the response was lost: fetch the current state.
      void client.invalidateQueries({ queryKey: queryKeys.comments(submissionId) })
      toast({
        title: 'Error',
        description: messageFor(error, 'Failed to mark the comment'),
        variant: 'destructive',
      })
    },
  })
  const click = async () => {
    if (await isSignedIn(client)) mark.mutate(!isMarked)
    else {
      toast({
        title: 'Login required',
        description: 'You must be logged in to mark a comment as helpful',
        variant: 'destructive',
      })
    }
  }
  return (
    <button
      type="button"
      className="quiet-link helpful"
      aria-pressed={isMarked}
      onClick={() => void click()}
    >
      Helpful
      {comment.helpful > 0 && <span className="figure">{plain(comment.helpful)}</span>}
    </button>
  )
}

const marked = (comment: Comment, isHelpful: boolean): Comment =>
  (comment.ownHelpful === true) === isHelpful
    ? comment
    : { ...comment, ownHelpful: isHelpful, helpful: comment.helpful + (isHelpful ? 1 : -1) }

const DeleteForm = ({ comment, onClose }: { comment: Comment; onClose: () => void }) => {
  const { submissionId } = use(DiscussionContext)
  const client = useQueryClient()
  const toast = useToast()
  const memberCall = useMemberCall()
  const remove = useMutation({
    mutationFn: () => memberCall(() => call(deleteComment, { params: { id: comment.id } })),
    onSuccess: () => {
      hideComment(client, { submissionId, commentId: comment.id }, 'deleted')
      document.getElementById('comments')?.focus()
      for (const key of [queryKeys.comments(submissionId), queryKeys.submission(submissionId)]) {
        void client.invalidateQueries({ queryKey: key })
      }
      void client.invalidateQueries({ queryKey: queryKeys.feeds })
      toast({ title: 'Comment deleted' })
    },
    onError: (error) =>
      toast({
        title: 'Error',
        description: messageFor(error, 'Failed to delete the comment'),
        variant: 'destructive',
      }),
  })
  return (
    <div className="comment-confirm">
      <p>Delete this comment and its history? You cannot undo this.</p>
      <div className="editor-actions">
        <button
          type="button"
          className="button-primary"
          disabled={remove.isPending}
          onClick={() => remove.mutate()}
        >
          {remove.isPending ? 'Deleting...' : 'Delete comment'}
        </button>
        <button type="button" className="button-secondary" onClick={onClose}>
          Cancel
        </button>
      </div>
    </div>
  )
}
