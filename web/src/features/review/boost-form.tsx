import type { AdminSubmission } from '@answerable/contracts/submissions'
import { useState } from 'react'
import { Field } from '../../ui/field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { noReason } from '../decisions/reason.ts'
import { ReasonFields } from '../decisions/reason-fields.tsx'
import { AlreadyDecided } from './already-decided.tsx'
import { parseBoost, useBoost } from './boost.ts'

type BoostFormProps = {
  submission: Pick<AdminSubmission, 'id' | 'version'>
  typed: string
  onType: (typed: string) => void
}

export const BoostForm = ({ submission, typed, onType }: BoostFormProps) => {
  const toast = useToast()
  const [reason, setReason] = useState(noReason)
  const [hasConflict, setConflict] = useState(false)
  const boost = useBoost(submission, {
    onDecided: () => {
      setReason(noReason)
      setConflict(false)
    },
    onConflict: () => setConflict(true),
  })
  const send = () => {
    const boostValue = parseBoost(typed)
    if (boostValue !== undefined) {
      boost.mutate({ boostValue, reason })
      return
    }
    toast({
      title: 'Invalid input',
      description: 'Please enter a valid number for the boost value.',
      variant: 'destructive',
    })
  }
  return (
    <form
      className="grid gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!boost.isPending) send()
      }}
    >
      <Field
        label="Boost value"
        hint="A whole number from −1,000,000 to 1,000,000. Empty means 0. Hot and Top rank the submission as if its score were higher or lower by this number. The displayed score does not change."
        error={
          parseBoost(typed) === undefined
            ? 'Enter a whole number between −1,000,000 and 1,000,000.'
            : undefined
        }
      >
        {(control) => (
          <input
            {...control}
            className="input boost-input"
            autoComplete="off"
            value={typed}
            onChange={(event) => onType(event.target.value)}
          />
        )}
      </Field>
      <ReasonFields reason={reason} reader="nobody else" error={boost.error} onChange={setReason} />
      {hasConflict && <AlreadyDecided kind="submission" id={submission.id} />}
      <button
        type="submit"
        className="button-primary justify-self-start"
        disabled={boost.isPending}
      >
        Update boost
      </button>
    </form>
  )
}
