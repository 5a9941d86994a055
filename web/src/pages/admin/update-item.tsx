import { noteLimits } from '@answerable/contracts/decisions'
import { boycottPath } from '@answerable/contracts/pages'
import { statuses } from '@answerable/contracts/submissions'
import type { AdminUpdate } from '@answerable/contracts/update-decisions'
import { updateStatuses } from '@answerable/contracts/updates'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { ApiError } from '../../api/api-error.ts'
import { useDecideOnUpdate } from '../../features/update-decisions/update-decisions.ts'
import { Field } from '../../ui/field.tsx'
import { OutsideLink } from '../../ui/linked-text.tsx'
import { longDate } from '../../ui/long-date.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'

type UpdateItemProps = { update: AdminUpdate; onDecided: () => void }

export const UpdateItem = ({ update, onDecided }: UpdateItemProps) => {
  const { submission, date, status, text, source, reporter, createdAt, demand } = update
  return (
    <li className="record wrap-anywhere">
      <h2 className="subheading">
        <Link to={boycottPath(submission.id)}>
          <bdi>{submission.targetName}</bdi>
        </Link>
      </h2>
      <p>
        <b>{status === null ? 'Something new' : updateStatuses[status]}</b>, {longDate(date)}.
        Status now: {statuses[update.currentStatus].toLowerCase()}.
      </p>
      {demand !== null && (
        <p>
          What would end it: <bdi>{demand}</bdi>
        </p>
      )}
      <p className="whitespace-pre-line break-words">
        <bdi>{text}</bdi>
      </p>
      <p className="break-words">
        Source: <OutsideLink href={source}>{source}</OutsideLink>
      </p>
      <p className="quiet">
        {reporter?.username ?? 'Unknown'}, <RelativeTime at={createdAt} />
      </p>
      <Outcome update={update} />
      {(update.state === 'open' || update.state === 'confirmed') && (
        <Controls update={update} onDecided={onDecided} />
      )}
    </li>
  )
}

const stateLabels = {
  confirmed: 'Confirmed',
  declined: 'Declined',
  withdrawn: 'Taken back',
} as const

const Outcome = ({ update: { state, note } }: Pick<UpdateItemProps, 'update'>) =>
  state === 'open' ? null : (
    <p>
      {stateLabels[state]}
      {note !== null && (
        <>
          : <bdi>{note}</bdi>
        </>
      )}
    </p>
  )

const Controls = ({ update, onDecided }: UpdateItemProps) => {
  const [note, setNote] = useState('')
  const decide = useDecideOnUpdate(update, onDecided)
  const isOpen = update.state === 'open'
  const subject = `${update.submission.targetName}, ${longDate(update.date)}`
  return (
    <div className="decision">
      <Field
        label={`Note to the reporter (${isOpen ? 'required to decline' : 'optional'})`}
        error={decide.error instanceof ApiError ? decide.error.fields.note : undefined}
        length={{ used: note.length, limit: noteLimits.max }}
      >
        {(control) => (
          <textarea
            {...control}
            className="input growing"
            rows={1}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        )}
      </Field>
      <div className="decision-buttons">
        {isOpen && (
          <button
            type="button"
            className="button-secondary"
            aria-label={`Confirm: ${subject}`}
            disabled={decide.isPending}
            onClick={() => decide.mutate({ kind: 'confirm', note })}
          >
            Confirm
          </button>
        )}
        <button
          type="button"
          className="button-secondary"
          data-tone="signal"
          aria-label={`${isOpen ? 'Decline' : 'Take back'}: ${subject}`}
          disabled={decide.isPending}
          onClick={() => decide.mutate({ kind: isOpen ? 'decline' : 'withdraw', note })}
        >
          {isOpen ? 'Decline' : 'Take back'}
        </button>
      </div>
    </div>
  )
}
