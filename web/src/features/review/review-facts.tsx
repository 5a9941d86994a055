import type { Appeal } from '@answerable/contracts/appeals'
import type { DecisionRecord } from '@answerable/contracts/decisions'
import type { FlagReport } from '@answerable/contracts/review'
import type { AdminSubmission } from '@answerable/contracts/submissions'
import { DecisionList } from '../decisions/decision-list.tsx'
import { AppealFacts, Fact } from './fact.tsx'
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
      <AppealFacts appeals={appeals} />
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
