import { type Comment, commentLimits } from '@answerable/contracts/comments'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { ApiError, messageFor } from '../../api/api-error.ts'
import { useWait } from '../../api/use-wait.ts'
import { useDraft } from '../../platform/use-draft.ts'
import { useMemberCall } from '../../session/member-call.ts'
import { Field } from '../../ui/field.tsx'
import { MarkdownPreview } from '../../ui/markdown/markdown-preview.tsx'
import { useToast } from '../../ui/toast.tsx'
import { WaitNotice } from '../../ui/wait-notice.tsx'

type CommentEditorProps = {
  label: string
  words: { send: string; sending: string; failed: string }
  /** Name of the draft, which stays in this browser until it is sent. */
  draft: string
  /** The text to begin with if there is no draft. */
  initial?: string
  send: (content: string, idempotencyKey: string) => Promise<Comment>
  onSent: (comment: Comment) => void
  /** Called after `onSent` if the editor is still shown. */
  onSentHere?: () => void
  onError?: (error: Error) => void
  /** Without it, the editor is always open. */
  onCancel?: () => void
  children?: ReactNode
}

/** The box for a comment, a reply or an edit. */
export const CommentEditor = (props: CommentEditorProps) => {
  const { label, words, onCancel } = props
  const toast = useToast()
  const memberCall = useMemberCall()
  const box = useRef<HTMLTextAreaElement>(null)
  const draft = useDraft(props.draft, { content: props.initial ?? '' })
  const { content } = draft.fields
  const post = useMutation({
    mutationFn: () => memberCall(() => props.send(content.trim(), draft.key)),
    onSuccess: (comment) => {
      draft.clear()
      props.onSent(comment)
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'idempotency_mismatch') draft.rekey()
      props.onError?.(error)
      toast({
        title: words.failed,
        description: messageFor(error, 'Please try again.'),
        variant: 'destructive',
      })
    },
  })
  const wait = useWait(post.error)
  const isReady = content.trim() !== '' && !post.isPending && wait === 0
  const isOpened = onCancel !== undefined
  const cancel = () => {
    // An unfinished reply stays as a draft; a discarded edit does not.
    if (props.initial !== undefined) draft.clear()
    onCancel?.()
  }
  useEffect(() => {
    if (isOpened) box.current?.focus()
  }, [isOpened])

  return (
    <form
      className="comment-editor"
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) post.mutate(undefined, { onSuccess: () => props.onSentHere?.() })
      }}
    >
      <Field
        label={label}
        error={post.error instanceof ApiError ? post.error.fields.content : undefined}
        length={{ used: content.length, limit: commentLimits.max }}
      >
        {(control) => (
          <textarea
            {...control}
            ref={box}
            className="input"
            {...(isOpened ? {} : { 'data-key': 'c' })}
            rows={3}
            readOnly={post.isPending}
            value={content}
            onChange={(event) => draft.change({ content: event.target.value })}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
                event.preventDefault()
                event.currentTarget.form?.requestSubmit()
              }
              if (event.key === 'Escape' && isOpened && content === (props.initial ?? '')) cancel()
            }}
          />
        )}
      </Field>
      {props.children}
      <MarkdownPreview text={content} />
      <WaitNotice seconds={wait} />
      <div className="editor-actions">
        <button type="submit" className="button-primary" disabled={!isReady}>
          {post.isPending ? words.sending : words.send}
        </button>
        {onCancel && (
          <button
            type="button"
            className="button-secondary"
            disabled={post.isPending}
            onClick={cancel}
          >
            Cancel
          </button>
        )}
      </div>
    </form>
  )
}
