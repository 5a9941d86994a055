import type { Appeal } from '@answerable/contracts/appeals'
import type { ReviewedComment } from '@answerable/contracts/comment-decisions'
import { boycottPath } from '@answerable/contracts/pages'
import { ContentFacts, FlaggedText } from './content-facts.tsx'
import { EntryHead } from './entry-head.tsx'

const badges = { shown: undefined, removed: 'Removed', deleted: 'Deleted' } as const

/** Author, time, boycott and status of a comment. */
export const CommentHead = ({ comment }: { comment: ReviewedComment }) => (
  <EntryHead
    to={{ pathname: boycottPath(comment.submission.id), hash: `comment-${comment.id}` }}
    title={`Comment on ${comment.submission.targetName}`}
    badge={badges[comment.state]}
    at={comment.createdAt}
    by={comment.author?.username}
  />
)

type CommentFactsProps = { comment: ReviewedComment & { appeals: readonly Appeal[] } }

/** Appeals, flags, text and past decisions of a comment. */
export const CommentFacts = ({ comment }: CommentFactsProps) => (
  <ContentFacts content={comment}>
    <FlaggedText flags={comment.flags} now={comment.content} />
  </ContentFacts>
)
