import type { ReviewedAlternative } from '@answerable/contracts/alternatives'
import type { Appeal } from '@answerable/contracts/appeals'
import { boycottPath } from '@answerable/contracts/pages'
import { Link } from 'react-router-dom'
import { LinkedText } from '../../ui/linked-text.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { DecisionList } from '../decisions/decision-list.tsx'
import { AppealFacts, Fact } from './fact.tsx'
import { FlagReasons } from './flag-reasons.tsx'

/** Boycott, time, author and status of an alternative. */
export const AlternativeHead = ({ alternative }: { alternative: ReviewedAlternative }) => (
  <>
    <div className="row-head">
      <h3 className="row-target">
        <Link
          to={{
            pathname: boycottPath(alternative.submission.id),
            hash: `alternative-${alternative.id}`,
          }}
        >
          Alternative for {alternative.submission.targetName}
        </Link>
      </h3>
    </div>
    <p className="review-origin">
      {alternative.state === 'removed' && (
        <span className="badge" data-tone="signal">
          Removed
        </span>
      )}
      <span>
        <RelativeTime at={alternative.createdAt} /> by{' '}
        <span className="name">{alternative.author?.username ?? 'Unknown'}</span>
      </span>
    </p>
  </>
)

type AlternativeFactsProps = {
  alternative: ReviewedAlternative & { appeals: readonly Appeal[] }
}

/** Appeals, flags, name, link and past decisions of an alternative. */
export const AlternativeFacts = ({ alternative }: AlternativeFactsProps) => {
  const { flags, flagCount, decisions, appeals, name, link } = alternative
  return (
    <div className="review-facts">
      <AppealFacts appeals={appeals} />
      {flags.length > 0 && (
        <Fact title="Flag reasons">
          <FlagReasons flags={flags} total={Math.max(flagCount, flags.length)} />
        </Fact>
      )}
      <Fact title="Alternative">
        <p className="wrap-anywhere">{name}</p>
        {link !== null && (
          <p className="wrap-anywhere">
            <LinkedText text={link} />
          </p>
        )}
      </Fact>
      {decisions.length > 0 && (
        <Fact title="Earlier decisions">
          <DecisionList decisions={decisions} />
        </Fact>
      )}
    </div>
  )
}
