import type { ReviewedAlternative } from '@answerable/contracts/alternative-decisions'
import type { Appeal } from '@answerable/contracts/appeals'
import { boycottPath } from '@answerable/contracts/pages'
import { LinkedText } from '../../ui/linked-text.tsx'
import { ContentFacts } from './content-facts.tsx'
import { EntryHead } from './entry-head.tsx'
import { Fact } from './fact.tsx'

/** Boycott, time, author and status of an alternative. */
export const AlternativeHead = ({ alternative }: { alternative: ReviewedAlternative }) => (
  <EntryHead
    to={{ pathname: boycottPath(alternative.submission.id), hash: `alternative-${alternative.id}` }}
    title={`Alternative for ${alternative.submission.targetName}`}
    badge={alternative.state === 'removed' ? 'Removed' : undefined}
    at={alternative.createdAt}
    by={alternative.author?.username}
  />
)

type AlternativeFactsProps = {
  alternative: ReviewedAlternative & { appeals: readonly Appeal[] }
}

/** Appeals, flags, name, link and past decisions of an alternative. */
export const AlternativeFacts = ({ alternative }: AlternativeFactsProps) => (
  <ContentFacts content={alternative}>
    <Fact title="Alternative">
      <p className="wrap-anywhere">{alternative.name}</p>
      {alternative.link !== null && (
        <p className="wrap-anywhere">
          <LinkedText text={alternative.link} />
        </p>
      )}
    </Fact>
  </ContentFacts>
)
