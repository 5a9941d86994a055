import { type CommentSort, postComment } from '@answerable/contracts/comments'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { isUserUnknown, sessionQueries } from '../../session/current-user.ts'
import { useSignIn } from '../../session/sign-in-context.ts'
import { useToast } from '../../ui/toast.tsx'
import { addComment } from './cached-comments.ts'
import { CommentEditor } from './comment-editor.tsx'
import { commentDraft } from './comments.ts'

type CommentFormProps = {
  id: string
  sort: CommentSort
  /** Shows the order in which the new comment is first. */
  showNewest: () => void
}

export const CommentForm = ({ id, sort, showNewest }: CommentFormProps) => {
  const client = useQueryClient()
  const toast = useToast()
  const user = useQuery(sessionQueries.currentUser())
  const { open } = useSignIn()
  const isUnknown = isUserUnknown(user)
  if (user.isPending && !isUnknown) return <div className="bone h-42" aria-busy="true" />
  if (!user.data && !isUnknown) {
    return (
      <div className="flex flex-wrap items-center justify-between gap-3 pb-1">
        <p>Please sign in to post a comment.</p>
        <button type="button" className="button-secondary" onClick={open}>
          Log in
        </button>
      </div>
    )
  }
  return (
    <CommentEditor
      label="Add a comment"
      words={{ send: 'Post comment', sending: 'Posting...', failed: 'Failed to post comment' }}
      draft={commentDraft(id)}
      send={(content, key) =>
        call(
          postComment,
          { params: { id }, body: { content } },
          { headers: { 'idempotency-key': key } },
        )
      }
      onSent={(comment) => {
        addComment(client, id, comment)
        void client.invalidateQueries({ queryKey: queryKeys.submission(id) })
        void client.invalidateQueries({ queryKey: queryKeys.feeds })
        toast({ title: 'Comment posted successfully' })
      }}
      onSentHere={() => {
        if (sort !== 'newest') showNewest()
      }}
    />
  )
}
