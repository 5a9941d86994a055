import type { Appeal } from '@answerable/contracts/appeals'
import type { ReviewedComment } from '@answerable/contracts/comment-decisions'
import { boycottPath } from '@answerable/contracts/pages'
import { Link } from 'react-router-dom'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { DecisionList } from '../decisions/decision-list.tsx'
import { AppealFacts, Fact } from './fact.tsx'
import { FlagReasons } from './flag-reasons.tsx'

/** Author, time, boycott and status of a comment. */
export const CommentHead = ({ comment }: { comment: ReviewedComment }) => (
  <>
    <div className="row-head">
      <h3 className="row-target">
        <Link to={{ pathname: boycottPath(comment.submission.id), hash: `comment-${comment.id}` }}>
          Comment on {comment.submission.targetName}
        </Link>
      </h3>
    </div>
    <p className="review-origin">
      {comment.state !== 'shown' && (
        <span className="badge" data-tone="signal">
          {comment.state === 'removed' ? 'Removed' : 'Deleted'}
        </span>
      )}
      <span>
        <RelativeTime at={comment.createdAt} /> by{' '}
        <span className="name">{comment.author?.username ?? 'Unknown'}</span>
      </span>
    </p>
  </>
)

type CommentFactsProps = { comment: ReviewedComment & { appeals: readonly Appeal[] } }

/** Appeals, flags, text and past decisions of a comment. */
export const CommentFacts = ({ comment }: CommentFactsProps) => {
  const { flags, flagCount, decisions, appeals, content } = comment
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
        <Markdown text={flaggedText ?? content} />
      </Fact>
      {flaggedText !== undefined && flaggedText !== content && content !== '' && (
        <Fact title="Text now">
          <Markdown text={content} />
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
