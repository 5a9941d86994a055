import { pages } from '@answerable/contracts/pages'
import { type UpdateStatus, updateLimits, updateStatuses } from '@answerable/contracts/updates'
import { Link } from 'react-router-dom'
import { ApiError, messageFor } from '../../api/api-error.ts'
import { useWait } from '../../api/use-wait.ts'
import { useDraft } from '../../platform/use-draft.ts'
import { MembersOnly } from '../../session/members-only.tsx'
import { Field } from '../../ui/field.tsx'
import { useProblems } from '../../ui/use-problems.ts'
import { WaitNotice } from '../../ui/wait-notice.tsx'
import { useReportUpdate } from './timeline-queries.ts'

type ReportFormProps = { id: string; targetName: string; onClose: () => void }

export const ReportForm = (props: ReportFormProps) => (
  <MembersOnly notice="You must be logged in to report an update.">
    <Form {...props} />
  </MembersOnly>
)

const empty = { status: '', date: '', text: '', source: '' }
const required = ['date', 'text', 'source'] as const

const Form = ({ id, targetName, onClose }: ReportFormProps) => {
  const draft = useDraft(`answerable-update-${id}`, empty)
  const { fields } = draft
  const { problems, setProblems, clear, isComplete } = useProblems()
  const report = useReportUpdate(id)
  const wait = useWait(report.error)
  const change = (changed: Partial<typeof empty>) => {
    draft.change(changed)
    clear(Object.keys(changed))
  }
  const send = (form: HTMLFormElement) => {
    if (report.isPending || wait > 0) return
    const missing = required.filter((name) => fields[name].trim() === '')
    const problemOf = (name: string) => [name, 'This field is required.']
    if (!isComplete(form, Object.fromEntries(missing.map(problemOf)))) return
    const { status, ...content } = fields
    report.mutate(
      { ...content, ...(status === '' ? {} : { status: status as UpdateStatus }) },
      {
        onSuccess: draft.clear,
        onError: (error) => error instanceof ApiError && setProblems(error.fields),
      },
    )
  }
  if (report.isSuccess) return <Sent onClose={onClose} />
  return (
    <form
      className="suggestion-form"
      aria-label={`Report an update about ${targetName}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send(event.currentTarget)
      }}
    >
      <Field label="What has happened?" error={problems.status}>
        {(control) => (
          <select
            {...control}
            className="input select"
            name="status"
            value={fields.status}
            onChange={(event) => change({ status: event.target.value })}
          >
            <option value="">News, without a new status</option>
            {Object.entries(updateStatuses).map(([status, label]) => (
              <option key={status} value={status}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Date" hint="The day on which it happened." error={problems.date}>
        {(control) => (
          <input
            {...control}
            className="input"
            type="date"
            name="date"
            required
            readOnly={report.isPending}
            value={fields.date}
            onChange={(event) => change({ date: event.target.value })}
          />
        )}
      </Field>
      <Field
        label="Text"
        hint="One or two sentences for the timeline."
        error={problems.text}
        length={{ used: fields.text.length, limit: updateLimits.text.max }}
      >
        {(control) => (
          <textarea
            {...control}
            className="input"
            name="text"
            rows={3}
            required
            readOnly={report.isPending}
            value={fields.text}
            onChange={(event) => change({ text: event.target.value })}
          />
        )}
      </Field>
      <Field
        label="Source"
        hint="A link to a page that proves it. It is shown in the timeline."
        error={problems.source}
        length={{ used: fields.source.length, limit: updateLimits.source.max }}
      >
        {(control) => (
          <input
            {...control}
            className="input"
            name="source"
            inputMode="url"
            required
            readOnly={report.isPending}
            value={fields.source}
            onChange={(event) => change({ source: event.target.value })}
          />
        )}
      </Field>
      <WaitNotice seconds={wait} />
      {report.error !== null && (
        <p role="alert" className="error-text">
          {messageFor(report.error, 'Failed to send the update')}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <button type="submit" className="button-primary" disabled={report.isPending || wait > 0}>
          {report.isPending ? 'Sending...' : 'Send update'}
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
      Thank you. An administrator will check your update. You can see the outcome in your{' '}
      <Link className="link" to={`${pages.settings}#updates`}>
        settings
      </Link>
      .
    </p>
    <button type="button" className="button-secondary mt-3" onClick={onClose}>
      Close
    </button>
  </div>
)
