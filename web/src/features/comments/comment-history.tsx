import type { Comment } from '@answerable/contracts/comments'
import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { FetchError } from '../../ui/fetch-error.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { TextDifference } from '../../ui/text-difference.tsx'
import { DiscussionContext } from './discussion-context.ts'
import { threadQueries } from './thread-queries.ts'

/** The texts of a comment, each compared with the one before. */
export const CommentHistory = ({ comment }: { comment: Comment }) => {
  const { submissionId } = use(DiscussionContext)
  const { data, error, isFetching, refetch } = useQuery(
    threadQueries.versions(submissionId, comment.id),
  )
  if (data === undefined) {
    return error === null ? (
      <div className="bone mt-3 h-4 w-4/5" aria-busy="true" />
    ) : (
      <FetchError error={error} isTrying={isFetching} onTryAgain={refetch} />
    )
  }
  return (
    <section className="versions" aria-label="Versions of the comment">
      <ol>
        {data.rows.map((version, at) => (
          <li key={version.number}>
            <p className="text-sm text-soft">
              {version.number === 1 ? 'Written' : 'Edited'} <RelativeTime at={version.createdAt} />
            </p>
            <TextDifference before={data.rows[at + 1]?.content} after={version.content} />
          </li>
        ))}
      </ol>
      {data.total > data.rows.length && (
        <p className="text-sm text-soft">Older versions are not shown.</p>
      )}
    </section>
  )
}
