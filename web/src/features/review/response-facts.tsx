import type { Appeal } from '@answerable/contracts/appeals'
import { boycottPath } from '@answerable/contracts/pages'
import type { ReviewedResponse } from '@answerable/contracts/response-decisions'
import { LinkedText } from '../../ui/linked-text.tsx'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { DecisionList } from '../decisions/decision-list.tsx'
import { EntryHead, type Heading } from './entry-head.tsx'
import { AppealFacts, Fact } from './fact.tsx'
import { FlagReasons } from './flag-reasons.tsx'

type ResponseHeadProps = { response: ReviewedResponse; heading?: Heading }

/** Boycott, business, time, author and status of an official response. */
export const ResponseHead = ({ response, heading = 'h3' }: ResponseHeadProps) => (
  <EntryHead
    heading={heading}
    to={`${boycottPath(response.submission.id)}#response-${response.id}`}
    title={`Response to ${response.submission.targetName}`}
    isRemoved={response.state === 'removed'}
    at={response.createdAt}
    by={response.author?.username}
  >
    <bdi>{response.business.name}</bdi>, {response.domain}
  </EntryHead>
)

type ResponseFactsProps = { response: ReviewedResponse & { appeals: readonly Appeal[] } }

/** Appeals, flags, text and past decisions of an official response. */
export const ResponseFacts = ({ response }: ResponseFactsProps) => {
  const { flags, flagCount, decisions, appeals, content, sources } = response
  const flaggedText = flags[0]?.flaggedText
  return (
    <div className="review-facts">
      <AppealFacts appeals={appeals} by="a representative" />
      {flags.length > 0 && (
        <Fact title="Flag reasons">
          <FlagReasons flags={flags} total={Math.max(flagCount, flags.length)} />
        </Fact>
      )}
      <Fact title={flaggedText === undefined ? 'Text' : 'Text when flagged'}>
        <Markdown text={flaggedText ?? content} />
      </Fact>
      {flaggedText !== undefined && flaggedText !== content && (
        <Fact title="Text now">
          <Markdown text={content} />
        </Fact>
      )}
      {sources !== null && (
        <Fact title="Sources">
          <p className="whitespace-pre-line wrap-anywhere">
            <LinkedText text={sources} />
          </p>
        </Fact>
      )}
      {decisions.length > 0 && (
        <Fact title="Earlier decisions">
          <DecisionList decisions={decisions} />
        </Fact>
      )}
    </div>
  )
}
