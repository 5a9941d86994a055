import type { Comment } from '@answerable/contracts/comments'
import { pages } from '@answerable/contracts/pages'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router-dom'
import { FlagCommentButton } from '../../features/flags/flag-comment-button.tsx'
import { sessionQueries } from '../../session/current-user.ts'
import { Disclosure } from '../../ui/disclosure.tsx'

const OwnDecision = lazy(async () => ({
  default: (await import('../../features/appeals/own-decision.tsx')).OwnDecision,
}))

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
        <OwnRemoval id={comment.id} />
      )}
    </>
  )
}

const OwnRemoval = ({ id }: { id: string }) => (
  <Disclosure button="Decision and appeal" buttonClass="button-inline">
    {() => (
      <Suspense>
        <OwnDecision subject={{ kind: 'comment', id }} />
      </Suspense>
    )}
  </Disclosure>
)
