import type { Appeal } from '@answerable/contracts/appeals'
import type { DecisionRecord } from '@answerable/contracts/decisions'
import type { FlagReport } from '@answerable/contracts/review'
import type { AdminSubmission } from '@answerable/contracts/submissions'
import { ContentFacts } from './content-facts.tsx'
import { Fact } from './fact.tsx'
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
  const flaggedText = submission.flags[0]?.flaggedText
  return (
    <ContentFacts content={submission}>
      <Fact title={flaggedText === undefined ? 'Text' : 'Text when flagged'}>
        <SubmissionText text={flaggedText ?? submission} />
      </Fact>
    </ContentFacts>
  )
}
