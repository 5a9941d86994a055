import { type Status, statuses } from '@answerable/contracts/submissions'

/** The status of a boycott in words; nothing while it is proposed. */
export const StatusChip = ({ status }: { status: Status }) =>
  status === 'proposed' ? null : (
    <span className="badge status-chip" data-status={status}>
      <span className="sr-only">Status: </span>
      {statuses[status]}
    </span>
  )
