import { commentLimits, postComment } from '@answerable/contracts/comments'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError, messageFor } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { useWait } from '../../api/use-wait.ts'
import { useDraft } from '../../platform/use-draft.ts'
import { sessionQueries } from '../../session/current-user.ts'
import { useMemberCall } from '../../session/member-call.ts'
import { useSignIn } from '../../session/sign-in-context.ts'
import { Field } from '../../ui/field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { WaitNotice } from '../../ui/wait-notice.tsx'
import { commentDraft, commentQueries, withNewComment } from './comments.ts'

export const CommentForm = ({ id }: { id: string }) => {
  const user = useQuery(sessionQueries.currentUser())
  const { open } = useSignIn()
  if (user.data) return <SignedInCommentForm id={id} />
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 pb-1">
      <p>Please sign in to post a comment.</p>
      <button type="button" className="button-secondary" onClick={open}>
        Log in
      </button>
    </div>
  )
}

const SignedInCommentForm = ({ id }: { id: string }) => {
  const client = useQueryClient()
  const toast = useToast()
  const memberCall = useMemberCall()
  const draft = useDraft(commentDraft(id), { content: '' })
  const { content } = draft.fields
  const post = useMutation({
    mutationFn: () =>
      memberCall(() =>
        call(
          postComment,
          { params: { id }, body: { content: content.trim() } },
          { headers: { 'idempotency-key': draft.key } },
        ),
      ),
    onSuccess: (comment) => {
      draft.clear()
      client.setQueryData(
        commentQueries.list(id).queryKey,
        (before) => before && withNewComment(before, comment),
      )
      void client.invalidateQueries({ queryKey: queryKeys.submission(id) })
      void client.invalidateQueries({ queryKey: queryKeys.feeds })
      toast({ title: 'Comment posted successfully' })
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'idempotency_mismatch') draft.rekey()
      toast({
        title: 'Failed to post comment',
        description: messageFor(error, 'Please try again.'),
        variant: 'destructive',
      })
    },
  })
  const wait = useWait(post.error)
  const isReady = content.trim() !== '' && !post.isPending && wait === 0

  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) post.mutate()
      }}
    >
      <Field
        label="Add a comment"
        error={post.error instanceof ApiError ? post.error.fields.content : undefined}
        length={{ used: content.length, limit: commentLimits.max }}
      >
        {(control) => (
          <textarea
            {...control}
            className="input"
            data-key="c"
            rows={3}
            readOnly={post.isPending}
            value={content}
            onChange={(event) => draft.change({ content: event.target.value })}
          />
        )}
      </Field>
      <WaitNotice seconds={wait} />
      <button type="submit" className="button-primary justify-self-start" disabled={!isReady}>
        {post.isPending ? 'Posting...' : 'Post comment'}
      </button>
    </form>
  )
}
