import type { Appeal } from '@answerable/contracts/appeals'
import type { ReviewedSubmission } from '@answerable/contracts/review'
import type { QueueEntry } from '@answerable/contracts/review-queue'
import { type ReactNode, useState } from 'react'
import { AppealControls } from '../../features/appeals/appeal-controls.tsx'
import { DecisionControls } from '../../features/decisions/decision-controls.tsx'
import { MergeForm } from '../../features/merges/merge-form.tsx'
import { NoticeDecision } from '../../features/notices/notice-decision.tsx'
import { AlreadyDecided, DecidedMeanwhile } from '../../features/review/already-decided.tsx'
import { AlternativeFacts, AlternativeHead } from '../../features/review/alternative-facts.tsx'
import { CommentFacts, CommentHead } from '../../features/review/comment-facts.tsx'
import { ClaimFacts, SuggestionFacts, UpdateFacts } from '../../features/review/request-facts.tsx'
import { ResponseFacts, ResponseHead } from '../../features/review/response-facts.tsx'
import { ReviewFacts } from '../../features/review/review-facts.tsx'
import { ReviewHead } from '../../features/review/review-head.tsx'
import { ContentControls } from './content-controls.tsx'
import { contentName } from './entry-name.ts'
import { NoticeFacts, NoticeHead } from './notice-facts.tsx'
import { OpenBy, QueueFrame, type Selection } from './queue-frame.tsx'
import { ClaimControls, SuggestionControls, UpdateControls } from './request-controls.tsx'

type QueueRowProps = {
  entry: QueueEntry
  /** Whether another administrator has decided on it. */
  isGone: boolean
  selection: Selection | null
  /** The current administrator, to warn about appeals against their own removals. */
  readerId: string
  onDecided: () => void
}

/** An entry of the queue, of any kind. */
export const QueueRow = ({ entry, isGone, selection, readerId, onDecided }: QueueRowProps) => {
  const [hasConflict, setConflict] = useState(false)
  const options = { readerId, onDecided, onConflict: () => setConflict(true) }
  return (
    <QueueFrame entry={entry} isGone={isGone} hasConflict={hasConflict} selection={selection}>
      <Facts entry={entry} />
      {isGone || hasConflict ? <Meanwhile entry={entry} /> : <OpenBy usernames={entry.openBy} />}
      {!isGone && <Controls entry={entry} {...options} />}
    </QueueFrame>
  )
}

/** With the open appeal in place of all of them. */
const withAppeals = <Content extends { appeal: Appeal | null }>(content: Content) => ({
  ...content,
  appeals: content.appeal === null ? [] : [content.appeal],
})

const Facts = ({ entry }: { entry: QueueEntry }): ReactNode => {
  switch (entry.kind) {
    case 'submission':
      return (
        <>
          <ReviewHead submission={entry.submission} flags="beside it" />
          <ReviewFacts submission={withAppeals(entry.submission)} />
        </>
      )
    case 'comment':
      return (
        <>
          <CommentHead comment={entry.comment} />
          <CommentFacts comment={withAppeals(entry.comment)} />
        </>
      )
    case 'response':
      return (
        <>
          <ResponseHead response={entry.response} />
          <ResponseFacts response={withAppeals(entry.response)} />
        </>
      )
    case 'alternative':
      return (
        <>
          <AlternativeHead alternative={entry.alternative} />
          <AlternativeFacts alternative={withAppeals(entry.alternative)} />
        </>
      )
    case 'suggestion':
      return <SuggestionFacts suggestion={entry.suggestion} />
    case 'update':
      return <UpdateFacts update={entry.update} />
    case 'claim':
      return <ClaimFacts claim={entry.claim} />
    case 'notice':
      return (
        <>
          <NoticeHead notice={entry.notice} />
          <NoticeFacts notice={entry.notice} />
        </>
      )
    default:
      return entry satisfies never
  }
}

const Meanwhile = ({ entry }: { entry: QueueEntry }): ReactNode => {
  switch (entry.kind) {
    case 'submission':
      return <AlreadyDecided kind={entry.kind} id={entry.submission.id} />
    case 'comment':
      return <AlreadyDecided kind={entry.kind} id={entry.comment.id} />
    case 'response':
      return <AlreadyDecided kind={entry.kind} id={entry.response.id} />
    case 'alternative':
      return <AlreadyDecided kind={entry.kind} id={entry.alternative.id} />
    case 'suggestion':
    case 'update':
    case 'claim':
    case 'notice':
      return <DecidedMeanwhile decision={null} />
    default:
      return entry satisfies never
  }
}

type ControlsProps = {
  entry: QueueEntry
  readerId: string
  onDecided: () => void
  onConflict: () => void
}

const Controls = ({ entry, ...options }: ControlsProps): ReactNode => {
  switch (entry.kind) {
    case 'submission':
      return <SubmissionControls submission={entry.submission} {...options} />
    case 'comment':
    case 'response':
    case 'alternative': {
      const content = contentOf(entry)
      const name = contentName(entry.kind, content)
      return <ContentControls what={entry.kind} name={name} content={content} {...options} />
    }
    case 'suggestion':
      return <SuggestionControls suggestion={entry.suggestion} {...options} />
    case 'update':
      return <UpdateControls update={entry.update} {...options} />
    case 'claim':
      return <ClaimControls claim={entry.claim} {...options} />
    case 'notice':
      return <NoticeDecision notice={entry.notice} {...options} />
    default:
      return entry satisfies never
  }
}

const contentOf = (
  entry: Extract<QueueEntry, { kind: 'comment' | 'response' | 'alternative' }>,
) => {
  if (entry.kind === 'comment') return entry.comment
  return entry.kind === 'response' ? entry.response : entry.alternative
}

const SubmissionControls = ({
  submission,
  readerId,
  ...options
}: Omit<ControlsProps, 'entry'> & { submission: ReviewedSubmission }) => (
  <>
    {submission.appeal === null ? (
      <DecisionControls submission={submission} {...options} />
    ) : (
      <AppealControls
        appeal={submission.appeal}
        what="submission"
        submissionId={submission.id}
        decisions={submission.decisions}
        readerId={readerId}
        onDecided={options.onDecided}
      />
    )}
    {submission.approved && <MergeForm submission={submission} {...options} />}
  </>
)
