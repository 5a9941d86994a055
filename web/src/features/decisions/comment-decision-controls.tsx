import type { AdminComment } from '@answerable/contracts/comment-decisions'
import { ApproveOrRemove } from './approve-or-remove.tsx'
import { useDecideOnComment } from './decide.ts'

type CommentDecisionControlsProps = {
  comment: AdminComment
  onDecided: () => void
  onConflict: () => void
}

/** Buttons to approve and remove a comment that its author has not deleted. */
export const CommentDecisionControls = ({
  comment,
  onDecided,
  onConflict,
}: CommentDecisionControlsProps) => {
  const decide = useDecideOnComment(comment, { onDecided, onConflict })
  const { state, flagCount, author } = comment
  if (state === 'deleted') return <p className="text-soft">The author has deleted this comment.</p>
  return (
    <ApproveOrRemove
      name={`the comment by ${author?.username ?? 'Unknown'}`}
      mayApprove={state === 'removed' || flagCount > 0}
      mayRemove={state === 'shown'}
      decide={decide}
    />
  )
}
