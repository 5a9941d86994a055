import type { Comment } from '@answerable/contracts/comments'
import { pages } from '@answerable/contracts/pages'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { FlagCommentButton } from '../../features/flags/flag-comment-button.tsx'
import { sessionQueries } from '../../session/current-user.ts'
import { OwnRemoval } from './own-removal.tsx'

/** Flags a comment; shows authors the decision about their removed comment, and administrators its review. */
export const CommentModeration = ({ comment }: { comment: Comment }) => {
  const { data: user } = useQuery(sessionQueries.currentUser())
  const isRemoved = comment.state === 'removed'
  return (
    <>
      {!isRemoved && <FlagCommentButton comment={comment} />}
      {user?.isAdmin === true && (
        <Link
          className="quiet-link"
          to={`${pages.admin}?comment=${comment.id}`}
          aria-label={`Review the comment by ${comment.author?.username ?? 'Unknown'}`}
        >
          Review
        </Link>
      )}
      {isRemoved && user != null && comment.author?.username === user.username && (
        <OwnRemoval subject={{ kind: 'comment', id: comment.id }} />
      )}
    </>
  )
}
