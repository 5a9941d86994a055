import type { AdminUpdate } from '@answerable/contracts/update-decisions'
import { UpdateFacts } from '../../features/review/request-facts.tsx'
import { DecidedNote } from './decided-note.tsx'
import { UpdateControls } from './request-controls.tsx'

type UpdateItemProps = { update: AdminUpdate; onDecided: () => void }

export const UpdateItem = ({ update, onDecided }: UpdateItemProps) => (
  <li className="record wrap-anywhere">
    <UpdateFacts update={update} heading="h2" />
    {update.state !== 'open' && (
      <DecidedNote outcome={stateLabels[update.state]} note={update.note} />
    )}
    {(update.state === 'open' || update.state === 'confirmed') && (
      <UpdateControls update={update} onDecided={onDecided} onConflict={onDecided} />
    )}
  </li>
)

const stateLabels = {
  confirmed: 'Confirmed',
  declined: 'Declined',
  withdrawn: 'Taken back',
} as const
