import type { ReviewedComment } from '@answerable/contracts/comment-decisions'
import { useState } from 'react'
import { AppealControls } from '../../features/appeals/appeal-controls.tsx'
import { CommentDecisionControls } from '../../features/decisions/comment-decision-controls.tsx'
import { CommentAlreadyDecided } from '../../features/review/already-decided.tsx'
import { CommentFacts, CommentHead } from '../../features/review/comment-facts.tsx'
import { QueueFrame } from './queue-frame.tsx'

type QueueCommentProps = {
  comment: ReviewedComment
  isGone: boolean
  readerId: string
  onDecided: () => void
}

/** A comment of the queue. */
export const QueueComment = ({ comment, isGone, readerId, onDecided }: QueueCommentProps) => {
  const [hasConflict, setConflict] = useState(false)
  const { appeal, decisions } = comment
  return (
    <QueueFrame entry={comment} isGone={isGone} hasConflict={hasConflict}>
      <CommentHead comment={comment} />
      <CommentFacts comment={{ ...comment, appeals: appeal === null ? [] : [appeal] }} />
      {(isGone || hasConflict) && <CommentAlreadyDecided id={comment.id} />}
      {!isGone && appeal !== null && (
        <AppealControls
          appeal={appeal}
          what="comment"
          submissionId={null}
          decisions={decisions}
          readerId={readerId}
          onDecided={onDecided}
        />
      )}
      {!isGone && appeal === null && (
        <CommentDecisionControls
          comment={comment}
          onDecided={onDecided}
          onConflict={() => setConflict(true)}
        />
      )}
    </QueueFrame>
  )
}
