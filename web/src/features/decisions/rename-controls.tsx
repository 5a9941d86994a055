import { renameSubmission } from '@answerable/contracts/decisions'
import { type AdminSubmission, submissionLimits } from '@answerable/contracts/submissions'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Field } from '../../ui/field.tsx'
import { noReason, type Reason, reasonBody } from './reason.ts'
import { ReasonFields } from './reason-fields.tsx'
import { useDecision } from './use-decision.ts'

type RenameControlsProps = {
  submission: Pick<AdminSubmission, 'id' | 'version' | 'targetName'>
  onDecided: () => void
  onConflict: () => void
}

/** Changes the name of a target, with an optional reason. Authors cannot change it themselves. */
export const RenameControls = ({ onDecided, ...props }: RenameControlsProps) => (
  <div className="mt-3">
    <Disclosure button="Change the name" buttonClass="link text-sm">
      {(close) => (
        <RenameForm
          {...props}
          onCancel={close}
          onDecided={() => {
            close()
            onDecided()
          }}
        />
      )}
    </Disclosure>
  </div>
)

const RenameForm = ({
  submission: { id, version, targetName },
  onCancel,
  onDecided,
  onConflict,
}: RenameControlsProps & { onCancel: () => void }) => {
  const [name, setName] = useState(targetName)
  const [reason, setReason] = useState(noReason)
  const rename = useDecision({
    requestOf: (input: { targetName: string; reason: Reason }) => ({
      params: { id },
      body: {
        targetName: input.targetName,
        ...reasonBody(input.reason),
        expectedVersion: version,
      },
    }),
    send: (request, options) => call(renameSubmission, request, options),
    done: () => ({ title: 'Name changed' }),
    failed: () => 'Failed to change the name',
    submissionId: id,
    onDecided,
    onConflict,
  })
  const problems = rename.error instanceof ApiError ? rename.error.fields : {}
  const isReady = name.trim() !== '' && name.trim() !== targetName && !rename.isPending
  return (
    <form
      className="panel-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) rename.mutate({ targetName: name, reason })
      }}
    >
      <p className="mt-2 text-sm text-soft">
        The boycott moves to the business of this name. The former name stays readable in its
        versions.
      </p>
      <Field
        label="Name of the target"
        error={problems.targetName}
        length={{ used: name.length, limit: submissionLimits.targetName.max }}
      >
        {(control) => (
          <input
            {...control}
            className="input"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <ReasonFields reason={reason} reader="author" error={rename.error} onChange={setReason} />
      <div className="decision-buttons">
        <button type="submit" className="button-primary" disabled={!isReady}>
          Change the name
        </button>
        <button type="button" className="button-secondary" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  )
}
