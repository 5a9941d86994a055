import type { AdminSuggestion } from '@answerable/contracts/business-decisions'
import { useState } from 'react'
import { Disclosure } from '../../ui/disclosure.tsx'
import { noReason } from '../decisions/reason.ts'
import { ReasonFields } from '../decisions/reason-fields.tsx'
import { useUnmergeBusiness } from './business-merges.ts'

type UndoMergeProps = {
  suggestion: Pick<AdminSuggestion, 'business' | 'other'>
  businessId: string
  onDecided: () => void
}

/** A form that undoes the merge that the acceptance of a suggestion made. */
export const UndoMerge = (props: UndoMergeProps) => (
  <Disclosure
    button="Undo the merge"
    buttonClass="link text-sm"
    label={`Undo the merge of ${props.suggestion.business.name}`}
  >
    {() => <UndoForm {...props} />}
  </Disclosure>
)

const UndoForm = ({ suggestion, businessId, onDecided }: UndoMergeProps) => {
  const [reason, setReason] = useState(noReason)
  const undo = useUnmergeBusiness(businessId, onDecided)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!undo.isPending) undo.mutate({ reason })
      }}
    >
      <p className="my-2 text-sm text-soft">
        Boycotts, names and owned businesses go back. Boycotts proposed since the merge stay with{' '}
        <bdi>{suggestion.other?.name}</bdi>.
      </p>
      <ReasonFields reason={reason} reader="nobody else" error={undo.error} onChange={setReason} />
      <button type="submit" className="button-primary mt-3" disabled={undo.isPending}>
        Undo
      </button>
    </form>
  )
}
