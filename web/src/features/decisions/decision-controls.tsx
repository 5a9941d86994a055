import type { AdminSubmission } from '@answerable/contracts/submissions'
import { ApproveOrRemove } from './approve-or-remove.tsx'
import { useDecide } from './decide.ts'

type DecisionControlsProps = {
  submission: Pick<AdminSubmission, 'id' | 'version' | 'approved' | 'flagCount' | 'targetName'>
  onDecided: () => void
  onConflict: () => void
}

/** Buttons to approve and remove a submission. */
export const DecisionControls = ({ submission, onDecided, onConflict }: DecisionControlsProps) => {
  const decide = useDecide(
    'submission',
    { ...submission, submissionId: submission.id },
    { onDecided, onConflict },
  )
  const { approved, flagCount, targetName } = submission
  return (
    <ApproveOrRemove
      name={targetName}
      mayApprove={!approved || flagCount > 0}
      mayRemove={approved}
      decide={decide}
    />
  )
}
