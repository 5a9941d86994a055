import { describeSource, type Source } from '@answerable/contracts/sources'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, messageFor } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { useMemberCall } from '../../session/member-call.ts'
import { detailsOf, typedDetails } from '../submissions/link-details.ts'
import { LinkFields } from '../submissions/link-fields.tsx'
import { sourceQueries } from './source-queries.ts'

type SourceFormProps = { submissionId: string; source: Source; onClose: () => void }

/** What the author says about a link. */
export const SourceForm = ({ submissionId, source, onClose }: SourceFormProps) => {
  const client = useQueryClient()
  const memberCall = useMemberCall()
  const [details, setDetails] = useState(() => typedDetails(source))
  const save = useMutation({
    mutationFn: () =>
      memberCall(() =>
        call(describeSource, {
          params: { id: submissionId, sourceId: source.id },
          body: detailsOf(details),
        }),
      ),
    onSuccess: (saved) => {
      client.setQueryData<Source[]>(queryKeys.sources(submissionId), (all) =>
        all?.map((one) => (one.id === saved.id ? saved : one)),
      )
      void client.invalidateQueries({
        queryKey: sourceQueries.versions(submissionId, saved.id).queryKey,
      })
      onClose()
    },
  })
  return (
    <form
      className="source-form"
      noValidate
      aria-label={`Details of ${source.address}`}
      onSubmit={(event) => {
        event.preventDefault()
        if (!save.isPending) save.mutate()
      }}
    >
      <LinkFields
        details={details}
        problems={save.error instanceof ApiError ? save.error.fields : {}}
        onChange={setDetails}
      />
      {save.error !== null && (
        <p className="error-text" role="alert">
          {messageFor(save.error, 'Failed to save the details')}
        </p>
      )}
      <div className="editor-actions">
        <button type="submit" className="button-primary" disabled={save.isPending}>
          {save.isPending ? 'Saving...' : 'Save details'}
        </button>
        <button type="button" className="button-secondary" onClick={onClose}>
          Cancel
        </button>
      </div>
    </form>
  )
}
