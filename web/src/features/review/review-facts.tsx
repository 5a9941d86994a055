import type { Appeal } from '@answerable/contracts/appeals'
import type { DecisionRecord } from '@answerable/contracts/decisions'
import type { FlagReport } from '@answerable/contracts/review'
import type { AdminSubmission } from '@answerable/contracts/submissions'
import type { ReactNode } from 'react'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { DecisionList } from '../decisions/decision-list.tsx'
import { FlagReasons } from './flag-reasons.tsx'
import { SubmissionText } from './submission-text.tsx'

type ReviewFactsProps = {
  submission: AdminSubmission & {
    flags: readonly FlagReport[]
    decisions: readonly DecisionRecord[]
    appeals: readonly Appeal[]
  }
}

/** Appeals, flags, text and past decisions of a submission. */
export const ReviewFacts = ({ submission }: ReviewFactsProps) => {
  const { flags, flagCount, decisions, appeals } = submission
  const flaggedText = flags[0]?.flaggedText
  return (
    <div className="review-facts">
      {appeals.map((appeal) => (
        <Fact key={appeal.id} title={appealTitles[appeal.state]}>
          <blockquote className="quoted">{appeal.text}</blockquote>
          <p className="text-sm text-soft">
            By the author, <RelativeTime at={appeal.createdAt} />
          </p>
        </Fact>
      ))}
      {flags.length > 0 && (
        <Fact title="Flag reasons">
          <FlagReasons flags={flags} total={Math.max(flagCount, flags.length)} />
        </Fact>
      )}
      <Fact title={flaggedText === undefined ? 'Text' : 'Text when flagged'}>
        <SubmissionText text={flaggedText ?? submission} />
      </Fact>
      {decisions.length > 0 && (
        <Fact title="Earlier decisions">
          <DecisionList decisions={decisions} />
        </Fact>
      )}
    </div>
  )
}

const appealTitles = {
  open: 'Appeal',
  upheld: 'Rejected appeal',
  overturned: 'Granted appeal',
} as const

const Fact = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="fact">
    <h4>{title}</h4>
    <div className="min-w-0">{children}</div>
  </section>
)
