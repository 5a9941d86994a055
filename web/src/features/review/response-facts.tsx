import type { Appeal } from '@answerable/contracts/appeals'
import { boycottPath } from '@answerable/contracts/pages'
import type { ReviewedResponse } from '@answerable/contracts/response-decisions'
import { LinkedText } from '../../ui/linked-text.tsx'
import { ContentFacts, FlaggedText } from './content-facts.tsx'
import { EntryHead, type Heading } from './entry-head.tsx'
import { Fact } from './fact.tsx'

type ResponseHeadProps = { response: ReviewedResponse; heading?: Heading }

/** Boycott, business, time, author and status of an official response. */
export const ResponseHead = ({ response, heading = 'h3' }: ResponseHeadProps) => (
  <EntryHead
    heading={heading}
    to={`${boycottPath(response.submission.id)}#response-${response.id}`}
    title={`Response to ${response.submission.targetName}`}
    badge={response.state === 'removed' ? 'Removed' : undefined}
    at={response.createdAt}
    by={response.author?.username}
  >
    <bdi>{response.business.name}</bdi>, {response.domain}
  </EntryHead>
)

type ResponseFactsProps = { response: ReviewedResponse & { appeals: readonly Appeal[] } }

/** Appeals, flags, text and past decisions of an official response. */
export const ResponseFacts = ({ response }: ResponseFactsProps) => (
  <ContentFacts content={response} by="a representative">
    <FlaggedText flags={response.flags} now={response.content} />
    {response.sources !== null && (
      <Fact title="Sources">
        <p className="whitespace-pre-line wrap-anywhere">
          <LinkedText text={response.sources} />
        </p>
      </Fact>
    )}
  </ContentFacts>
)
