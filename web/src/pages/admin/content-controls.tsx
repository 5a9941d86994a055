import type { Appeal } from '@answerable/contracts/appeals'
import { AppealControls } from '../../features/appeals/appeal-controls.tsx'
import { ApproveOrRemove } from '../../features/decisions/approve-or-remove.tsx'
import { type DecisionOptions, useDecide } from '../../features/decisions/decide.ts'

type Content = {
  id: string
  version: number
  state: 'shown' | 'removed' | 'deleted'
  flagCount: number
  decisions: readonly { decisionId: string; moderator: { id: string } }[]
  /** The open one. */
  appeal: Appeal | null
}

type ContentControlsProps = DecisionOptions & {
  what: 'comment' | 'response' | 'alternative'
  /** For screen readers. */
  name: string
  content: Content
  readerId: string
}

/** Buttons to decide on the open appeal about a comment, response or alternative, or to approve and remove it. */
export const ContentControls = (props: ContentControlsProps) => {
  const { what, content, readerId, onDecided } = props
  const { appeal, decisions, state } = content
  if (state === 'deleted') return <p className="text-soft">The author has deleted this {what}.</p>
  return appeal === null ? (
    <Decision {...props} />
  ) : (
    <AppealControls
      appeal={appeal}
      what={what}
      submissionId={null}
      decisions={decisions}
      readerId={readerId}
      onDecided={onDecided}
    />
  )
}

const Decision = ({ what, name, content, ...options }: ContentControlsProps) => (
  <ApproveOrRemove
    name={name}
    mayApprove={content.state === 'removed' || content.flagCount > 0}
    mayRemove={content.state === 'shown'}
    decide={useDecide(what, content, options)}
  />
)
