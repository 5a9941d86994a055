import {
  type SourceDetails,
  type SourceKind,
  sourceKinds,
  sourceLimits,
} from '@answerable/contracts/source-details'
import { describeSource, type Source } from '@answerable/contracts/sources'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, messageFor } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { useMemberCall } from '../../session/member-call.ts'
import { Field } from '../../ui/field.tsx'

type SourceFormProps = { submissionId: string; source: Source; onClose: () => void }

/** What the author says about a link. */
export const SourceForm = ({ submissionId, source, onClose }: SourceFormProps) => {
  const client = useQueryClient()
  const memberCall = useMemberCall()
  const [fields, setFields] = useState(() => fieldsOf(source))
  const save = useMutation({
    mutationFn: () =>
      memberCall(() =>
        call(describeSource, {
          params: { id: submissionId, sourceId: source.id },
          body: bodyOf(fields),
        }),
      ),
    onSuccess: (saved) => {
      client.setQueryData<Source[]>(queryKeys.sources(submissionId), (all) =>
        all?.map((one) => (one.id === saved.id ? saved : one)),
      )
      onClose()
    },
  })
  const problems = save.error instanceof ApiError ? save.error.fields : {}
  const text = (name: 'title' | 'publisher' | 'shows' | 'archive', label: string, max: number) => (
    <Field label={label} error={problems[name]} length={{ used: fields[name].length, limit: max }}>
      {(control) => (
        <input
          {...control}
          className="input"
          type={name === 'archive' ? 'url' : 'text'}
          value={fields[name]}
          onChange={(event) => setFields({ ...fields, [name]: event.target.value })}
        />
      )}
    </Field>
  )
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
      {text('title', 'Title (optional)', sourceLimits.title.max)}
      {text('publisher', 'Publisher (optional)', sourceLimits.publisher.max)}
      <Field label="Kind (optional)">
        {(control) => (
          <select
            {...control}
            className="input"
            value={fields.kind}
            onChange={(event) => setFields({ ...fields, kind: event.target.value })}
          >
            <option value="">Not given</option>
            {Object.entries(sourceKinds).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
      {text('shows', 'What it shows (optional)', sourceLimits.shows.max)}
      {text('archive', 'Address of an archived copy (optional)', maxAddress)}
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

const maxAddress = 2_000

const fieldsOf = ({ title, publisher, kind, shows, archive }: Source) => ({
  title: title ?? '',
  publisher: publisher ?? '',
  kind: kind ?? '',
  shows: shows ?? '',
  archive: archive ?? '',
})

const bodyOf = (fields: ReturnType<typeof fieldsOf>): SourceDetails => {
  const { title, publisher, kind, shows, archive } = fields
  const given = (text: string): string | null => (text.trim() === '' ? null : text.trim())
  return {
    title: given(title),
    publisher: given(publisher),
    kind: isKind(kind) ? kind : null,
    shows: given(shows),
    archive: given(archive),
  }
}

const isKind = (value: string): value is SourceKind => Object.hasOwn(sourceKinds, value)
