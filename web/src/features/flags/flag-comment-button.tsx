import type { Comment } from '@answerable/contracts/comments'
import { FlagButton } from './flag-button.tsx'

export const FlagCommentButton = ({ comment }: { comment: Pick<Comment, 'id' | 'author'> }) => (
  <FlagButton
    subject={{
      kind: 'comment',
      id: comment.id,
      name: `the comment by ${comment.author?.username ?? 'Unknown'}`,
    }}
  />
)
