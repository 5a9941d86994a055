import { editSubmission } from '@answerable/contracts/submission-versions'
import { type Category, categories, type Submission } from '@answerable/contracts/submissions'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, messageFor } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { useWait } from '../../api/use-wait.ts'
import { useDraft } from '../../platform/use-draft.ts'
import { useMemberCall } from '../../session/member-call.ts'
import { useToast } from '../../ui/toast.tsx'
import { WaitNotice } from '../../ui/wait-notice.tsx'
import { patchSubmission } from './cached-submissions.ts'
import { newestOf } from './freshness.ts'
import { DetailFields } from './submission-fields.tsx'
import { submissionQueries } from './submission-queries.ts'

const editDraft = (id: string): string => `answerable-submission-edit-${id}`

const required = ['location', 'reasons'] as const

type EditFormProps = { submission: Submission; onClose: () => void }

/** Changes the author's own submission. The name of the target stays. */
export const EditForm = ({ submission, onClose }: EditFormProps) => {
  const { id } = submission
  const client = useQueryClient()
  const toast = useToast()
  const memberCall = useMemberCall()
  // Later changes of the submission must not replace what the author has read.
  const [base, setBase] = useState(submission)
  const draft = useDraft(editDraft(id), fieldsOf(base))
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [isChanged, setChanged] = useState(false)
  const save = useMutation({
    mutationFn: () =>
      memberCall(() =>
        call(editSubmission, {
          params: { id },
          body: { ...bodyOf(draft.fields, base), expectedVersion: base.version },
        }),
      ),
    onSuccess: (saved) => {
      draft.clear()
      patchSubmission(client, id, (one) => newestOf(one, saved))
      void client.invalidateQueries({ queryKey: queryKeys.versions(id) })
      void client.invalidateQueries({ queryKey: queryKeys.sources(id) })
      toast({ title: 'Changes saved' })
      onClose()
    },
    onError: (error) => {
      if (error instanceof ApiError) {
        setProblems(error.fields)
        if (error.code === 'submission_changed') void readCurrent().catch(() => undefined)
      }
      toast({
        title: 'Error',
        description: messageFor(error, 'Failed to save the changes'),
        variant: 'destructive',
      })
    },
  })
  const readCurrent = async () => {
    setBase(await client.fetchQuery({ ...submissionQueries.detail(id), staleTime: 0 }))
    setChanged(true)
  }
  const wait = useWait(save.error)
  const send = () => {
    const missing = required.filter((name) => draft.fields[name].trim() === '')
    setProblems(Object.fromEntries(missing.map((name) => [name, 'This field is required.'])))
    if (missing.length === 0 && !save.isPending && wait === 0) save.mutate()
  }
  return (
    <form
      className="mt-8 grid gap-7"
      noValidate
      aria-label="Edit this boycott"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <p className="intro">
        For an hour, and while nobody has voted, changes replace the text. Later, everyone can
        compare the versions. The name of the target stays as it is.
      </p>
      {isChanged && (
        <p className="notice">
          This boycott was changed in another window. Saving replaces that text; the page’s history
          shows it.
        </p>
      )}
      <DetailFields
        fields={draft.fields}
        problems={problems}
        isLocked={save.isPending}
        onChange={draft.change}
      />
      <WaitNotice seconds={wait} />
      <div className="editor-actions">
        <button type="submit" className="button-primary" disabled={save.isPending || wait > 0}>
          {save.isPending ? 'Saving...' : 'Save changes'}
        </button>
        <button
          type="button"
          className="button-secondary"
          disabled={save.isPending}
          onClick={() => {
            draft.clear()
            onClose()
          }}
        >
          Cancel
        </button>
      </div>
    </form>
  )
}

const fieldsOf = ({ location, category, reasons, sources, demand }: Submission) => ({
  location,
  placeId: '',
  category: category ?? '',
  reasons,
  sources: sources ?? '',
  demand: demand ?? '',
})

/** Only what differs, so that other fields are not recognised anew. */
const bodyOf = (fields: ReturnType<typeof fieldsOf>, base: Submission) => {
  const { location, placeId, category, reasons, sources, demand } = fields
  return {
    ...(location === base.location && placeId === ''
      ? {}
      : { location, ...(placeId === '' ? {} : { placeId }) }),
    ...(category === (base.category ?? '')
      ? {}
      : { category: isCategory(category) ? category : null }),
    ...(reasons === base.reasons ? {} : { reasons }),
    ...(sources === (base.sources ?? '')
      ? {}
      : { sources: sources.trim() === '' ? null : sources }),
    ...(demand === (base.demand ?? '') ? {} : { demand: demand.trim() === '' ? null : demand }),
  }
}

const isCategory = (value: string): value is Category => Object.hasOwn(categories, value)
