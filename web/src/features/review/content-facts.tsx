import type { Appeal } from '@answerable/contracts/appeals'
import type { ContentFlagReport } from '@answerable/contracts/content-decisions'
import type { FlagReport } from '@answerable/contracts/review'
import type { ReactNode } from 'react'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { DecisionList, type ListedDecision } from '../decisions/decision-list.tsx'
import { AppealFacts, Fact } from './fact.tsx'
import { FlagReasons } from './flag-reasons.tsx'

type ContentFactsProps = {
  content: {
    appeals: readonly Appeal[]
    flags: readonly (FlagReport | ContentFlagReport)[]
    flagCount: number
    decisions: readonly ListedDecision[]
  }
  /** Who appeals. */
  by?: string | undefined
  /** The content itself. */
  children: ReactNode
}

/** Appeals, flags and past decisions around the content that an administrator decides on. */
export const ContentFacts = ({
  content: { appeals, flags, flagCount, decisions },
  by,
  children,
}: ContentFactsProps) => (
  <div className="review-facts">
    <AppealFacts appeals={appeals} by={by} />
    {flags.length > 0 && (
      <Fact title="Flag reasons">
        <FlagReasons flags={flags} total={Math.max(flagCount, flags.length)} />
      </Fact>
    )}
    {children}
    {decisions.length > 0 && (
      <Fact title="Earlier decisions">
        <DecisionList decisions={decisions} />
      </Fact>
    )}
  </div>
)

type FlaggedTextProps = {
  flags: readonly ContentFlagReport[]
  /** Empty if the author has deleted it. */
  now: string
}

/** The text as it was flagged, and as it is now if that differs. */
export const FlaggedText = ({ flags, now }: FlaggedTextProps) => {
  const flaggedText = flags[0]?.flaggedText
  return (
    <>
      <Fact title={flaggedText === undefined ? 'Text' : 'Text when flagged'}>
        <Markdown text={flaggedText ?? now} />
      </Fact>
      {flaggedText !== undefined && flaggedText !== now && now !== '' && (
        <Fact title="Text now">
          <Markdown text={now} />
        </Fact>
      )}
    </>
  )
}
