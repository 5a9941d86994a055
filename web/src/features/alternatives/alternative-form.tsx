import { alternativeLimits, postAlternative } from '@answerable/contracts/alternatives'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, messageFor } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { useWait } from '../../api/use-wait.ts'
import { useDraft } from '../../platform/use-draft.ts'
import { useMemberCall } from '../../session/member-call.ts'
import { MembersOnly } from '../../session/members-only.tsx'
import { Field } from '../../ui/field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { WaitNotice } from '../../ui/wait-notice.tsx'
import { alternativeDraft } from './alternatives.ts'

type AlternativeFormProps = { submissionId: string; onClose: () => void }

/** The form in place. The text stays in this browser until it is sent. */
export const AlternativeForm = (props: AlternativeFormProps) => (
  <MembersOnly notice="You must be logged in to propose an alternative.">
    <Form {...props} />
  </MembersOnly>
)

const Form = ({ submissionId, onClose }: AlternativeFormProps) => {
  const client = useQueryClient()
  const toast = useToast()
  const memberCall = useMemberCall()
  const draft = useDraft(alternativeDraft(submissionId), { name: '', link: '' })
  const { name, link } = draft.fields
  const post = useMutation({
    mutationFn: () =>
      memberCall(() =>
        call(postAlternative, {
          params: { id: submissionId },
          body: { name, ...(link.trim() === '' ? {} : { link }) },
        }),
      ),
    onSuccess: () => {
      draft.clear()
      onClose()
      toast({ title: 'Alternative added' })
      void client.invalidateQueries({ queryKey: queryKeys.alternatives(submissionId) })
    },
  })
  const wait = useWait(post.error)
  const problems = post.error instanceof ApiError ? post.error.fields : {}
  const isReady = name.trim() !== '' && !post.isPending && wait === 0
  return (
    <form
      className="alternative-form"
      aria-label="Propose an alternative"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) post.mutate()
      }}
    >
      <Field
        label="What to use instead"
        hint="A product, a brand or another way."
        error={problems.name}
        length={{ used: name.length, limit: alternativeLimits.name.max }}
      >
        {(control) => (
          <input
            {...control}
            className="input"
            name="name"
            readOnly={post.isPending}
            value={name}
            onChange={(event) => draft.change({ name: event.target.value })}
          />
        )}
      </Field>
      <Field
        label="Link (optional)"
        error={problems.link}
        length={{ used: link.length, limit: alternativeLimits.link.max }}
      >
        {(control) => (
          <input
            {...control}
            className="input"
            name="link"
            type="url"
            inputMode="url"
            placeholder="https://"
            readOnly={post.isPending}
            value={link}
            onChange={(event) => draft.change({ link: event.target.value })}
          />
        )}
      </Field>
      <WaitNotice seconds={wait} />
      {post.isError && Object.keys(problems).length === 0 && (
        <p role="alert" className="error-text">
          {messageFor(post.error, 'Failed to add the alternative. Please try again.')}
        </p>
      )}
      <div className="editor-actions">
        <button type="submit" className="button-primary" disabled={!isReady}>
          {post.isPending ? 'Adding...' : 'Add alternative'}
        </button>
        <button
          type="button"
          className="button-secondary"
          disabled={post.isPending}
          onClick={onClose}
        >
          Cancel
        </button>
      </div>
    </form>
  )
}
