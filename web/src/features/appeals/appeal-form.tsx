import { appealLimits } from '@answerable/contracts/appeals'
import { ApiError } from '../../api/api-error.ts'
import { useDraft } from '../../platform/use-draft.ts'
import { Field } from '../../ui/field.tsx'
import { type OwnSubject, useAppeal } from './appeals.ts'

export const AppealForm = ({ subject }: { subject: OwnSubject }) => {
  const draft = useDraft(`answerable-appeal-${subject.id}`, { text: '' })
  const appeal = useAppeal(subject)
  const { text } = draft.fields
  const isReady = text.trim() !== '' && text.length <= appealLimits.max && !appeal.isPending
  const send = () => appeal.mutate(text.trim(), { onSuccess: draft.clear })
  return (
    <form
      className="mt-5 grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) send()
      }}
    >
      <Field
        label="Appeal against this decision"
        hint="You can appeal once. If the site has more than one administrator, another one decides."
        error={appeal.error instanceof ApiError ? appeal.error.fields.text : undefined}
        length={{ used: text.length, limit: appealLimits.max }}
      >
        {(control) => (
          <textarea
            {...control}
            className="input"
            rows={4}
            readOnly={appeal.isPending}
            value={text}
            onChange={(event) => draft.change({ text: event.target.value })}
          />
        )}
      </Field>
      <button type="submit" className="button-primary justify-self-start" disabled={!isReady}>
        {appeal.isPending ? 'Sending...' : 'Send appeal'}
      </button>
    </form>
  )
}
