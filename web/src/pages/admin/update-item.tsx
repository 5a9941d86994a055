import { boycottPath } from '@answerable/contracts/pages'
import { statuses } from '@answerable/contracts/submissions'
import type { AdminUpdate } from '@answerable/contracts/update-decisions'
import { updateStatuses } from '@answerable/contracts/updates'
import { Link } from 'react-router-dom'
import { NotedDecision } from '../../features/decisions/noted-decision.tsx'
import { useDecideOnUpdate } from '../../features/update-decisions/update-decisions.ts'
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
  const decide = useDecideOnUpdate(update, onDecided)
  const isOpen = update.state === 'open'
  return (
    <NotedDecision
      label={`Note to the reporter (${isOpen ? 'required to decline' : 'optional'})`}
      subject={`${update.submission.targetName}, ${longDate(update.date)}`}
      isPending={decide.isPending}
      error={decide.error}
      confirm={
        isOpen
          ? { label: 'Confirm', decide: (note) => decide.mutate({ kind: 'confirm', note }) }
          : null
      }
      refuse={{
        label: isOpen ? 'Decline' : 'Take back',
        decide: (note) => decide.mutate({ kind: isOpen ? 'decline' : 'withdraw', note }),
      }}
    />
  )
}
