import {
  type Business,
  type SuggestionKind,
  suggestionKinds,
  suggestionLimits,
} from '@answerable/contracts/businesses'
import { pages } from '@answerable/contracts/pages'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { ApiError, messageFor } from '../../api/api-error.ts'
import { useWait } from '../../api/use-wait.ts'
import { MembersOnly } from '../../session/members-only.tsx'
import { Field } from '../../ui/field.tsx'
import { useProblems } from '../../ui/use-problems.ts'
import { WaitNotice } from '../../ui/wait-notice.tsx'
import { useSuggestChange } from './suggestion-queries.ts'
import { SuggestionValue } from './suggestion-value.tsx'

type SuggestionFormProps = { business: Pick<Business, 'id' | 'name'>; onClose: () => void }

export const SuggestionForm = (props: SuggestionFormProps) => (
  <MembersOnly notice="You must be logged in to suggest a change.">
    <Form {...props} />
  </MembersOnly>
)

const empty = { value: '', valueId: '', reason: '', source: '' }

const Form = ({ business, onClose }: SuggestionFormProps) => {
  const [kind, setKind] = useState<SuggestionKind>('alias')
  const [fields, setFields] = useState(empty)
  const { problems, setProblems, clear, isComplete } = useProblems()
  const suggest = useSuggestChange(business.id)
  const wait = useWait(suggest.error)
  const change = (changed: Partial<typeof empty>) => {
    setFields({ ...fields, ...changed })
    clear(Object.keys(changed))
  }
  const send = (form: HTMLFormElement) => {
    if (suggest.isPending || wait > 0) return
    if (!isComplete(form, missingFrom(kind, fields))) return
    const { value, valueId, reason, source } = fields
    suggest.mutate(
      {
        kind,
        value: isBusiness(kind) ? valueId : value,
        reason,
        ...(source.trim() === '' ? {} : { source }),
      },
      { onError: (error) => error instanceof ApiError && setProblems(error.fields) },
    )
  }
  if (suggest.isSuccess) return <Sent onClose={onClose} />
  return (
    <form
      className="suggestion-form"
      aria-label={`Suggest a change to ${business.name}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send(event.currentTarget)
      }}
    >
      <Field label="What should change?" error={problems.kind}>
        {(control) => (
          <select
            {...control}
            className="input select"
            value={kind}
            onChange={(event) => {
              setKind(event.target.value as SuggestionKind)
              change({ value: '', valueId: '' })
            }}
          >
            {Object.entries(suggestionKinds).map(([one, label]) => (
              <option key={one} value={one}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
      <SuggestionValue
        kind={kind}
        business={business}
        value={fields.value}
        problem={problems.value}
        isLocked={suggest.isPending}
        onChange={change}
      />
      <Field
        label="Reason"
        error={problems.reason}
        length={{ used: fields.reason.length, limit: suggestionLimits.reason.max }}
      >
        {(control) => (
          <textarea
            {...control}
            className="input"
            name="reason"
            rows={3}
            required
            readOnly={suggest.isPending}
            value={fields.reason}
            onChange={(event) => change({ reason: event.target.value })}
          />
        )}
      </Field>
      <Field
        label="Source (optional)"
        hint="A link that an administrator can check."
        error={problems.source}
        length={{ used: fields.source.length, limit: suggestionLimits.source.max }}
      >
        {(control) => (
          <input
            {...control}
            className="input"
            name="source"
            inputMode="url"
            readOnly={suggest.isPending}
            value={fields.source}
            onChange={(event) => change({ source: event.target.value })}
          />
        )}
      </Field>
      <WaitNotice seconds={wait} />
      {suggest.error !== null && (
        <p role="alert" className="error-text">
          {messageFor(suggest.error, 'Failed to send the suggestion')}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <button type="submit" className="button-primary" disabled={suggest.isPending || wait > 0}>
          {suggest.isPending ? 'Sending...' : 'Send suggestion'}
        </button>
        <button type="button" className="button-secondary" onClick={onClose}>
          Cancel
        </button>
      </div>
    </form>
  )
}

const Sent = ({ onClose }: { onClose: () => void }) => (
  <div className="notice" role="status">
    <p>
      Thank you. An administrator will check your suggestion. You can see the outcome in your{' '}
      <Link className="link" to={`${pages.settings}#suggestions`}>
        settings
      </Link>
      .
    </p>
    <button type="button" className="button-secondary mt-3" onClick={onClose}>
      Close
    </button>
  </div>
)

const isBusiness = (kind: SuggestionKind): boolean => kind === 'parent' || kind === 'merge'

const missingFrom = (kind: SuggestionKind, fields: typeof empty): Record<string, string> => {
  const { value, valueId, reason } = fields
  const required = 'This field is required.'
  return {
    ...(value.trim() === '' ? { value: required } : {}),
    ...(value.trim() !== '' && isBusiness(kind) && valueId === ''
      ? { value: 'Choose a business from the list.' }
      : {}),
    ...(reason.trim() === '' ? { reason: required } : {}),
  }
}
