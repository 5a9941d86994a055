import type { AdminComment } from '@answerable/contracts/comment-decisions'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { useDecideOnComment } from './decide-on-comment.ts'
import { noReason } from './reason.ts'
import { ReasonFields } from './reason-fields.tsx'

type CommentDecisionControlsProps = {
  comment: AdminComment
  onDecided: () => void
  onConflict: () => void
}

/** Buttons to approve and remove a comment, each only where it would change something. */
export const CommentDecisionControls = ({
  comment,
  onDecided,
  onConflict,
}: CommentDecisionControlsProps) => {
  const [reason, setReason] = useState(noReason)
  const decide = useDecideOnComment(comment, {
    onDecided: () => {
      setReason(noReason)
      onDecided()
    },
    onConflict,
  })
  const { state, flagCount, author } = comment
  if (state === 'deleted') return <p className="text-soft">The author has deleted this comment.</p>
  const name = `the comment by ${author?.username ?? 'Unknown'}`
  return (
    <div className="decision">
      <ReasonFields
        reason={reason}
        reader="author"
        problem={decide.error instanceof ApiError ? decide.error.fields.note : undefined}
        onChange={setReason}
      />
      <div className="decision-buttons">
        {(state === 'removed' || flagCount > 0) && (
          <button
            type="button"
            className="button-secondary"
            data-key="a"
            aria-label={`Approve ${name}`}
            disabled={decide.isPending}
            onClick={() => decide.mutate({ kind: 'approve', reason })}
          >
            Approve
          </button>
        )}
        {state === 'shown' && (
          <button
            type="button"
            className="button-secondary"
            data-tone="signal"
            data-key="r"
            aria-label={`Remove ${name}`}
            disabled={decide.isPending}
            onClick={() => decide.mutate({ kind: 'remove', reason })}
          >
            Remove
          </button>
        )}
      </div>
    </div>
  )
}
