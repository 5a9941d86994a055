import { boycottPath, personPath } from '@answerable/contracts/pages'
import type { PersonComment } from '@answerable/contracts/people'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { personQueries } from '../../features/people/people.ts'
import { sessionQueries } from '../../session/current-user.ts'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { SubmissionRow } from '../feed/submission-row.tsx'

type ListProps = { username: string; page: number }

export const Submissions = ({ username, page }: ListProps) => {
  const user = useQuery(sessionQueries.currentUser())
  const list = useQuery({
    ...personQueries.submissions(username, page, user.data?.email),
    enabled: !user.isPending,
  })
  const path = personPath(username)
  return (
    <PagedList
      page={page}
      list={list}
      what="boycotts"
      empty={<p className="subheading">{`${username} has not proposed a boycott.`}</p>}
      addressOf={(next) => (next === 1 ? path : `${path}?page=${next}`)}
    >
      {(rows, { first }) => (
        <ol className="rows" start={first} aria-busy={list.isPlaceholderData}>
          {rows.map((submission, at) => (
            <SubmissionRow key={submission.id} submission={submission} rank={first + at} />
          ))}
        </ol>
      )}
    </PagedList>
  )
}

export const Comments = ({ username, page }: ListProps) => {
  const list = useQuery(personQueries.comments(username, page))
  const path = `${personPath(username)}?tab=comments`
  return (
    <PagedList
      page={page}
      list={list}
      what="comments"
      empty={<p className="subheading">{`${username} has not written a comment.`}</p>}
      addressOf={(next) => (next === 1 ? path : `${path}&page=${next}`)}
    >
      {(rows) => (
        <ul className="rows" aria-busy={list.isPlaceholderData}>
          {rows.map((comment) => (
            <OwnComment key={comment.id} comment={comment} />
          ))}
        </ul>
      )}
    </PagedList>
  )
}

const OwnComment = ({ comment }: { comment: PersonComment }) => {
  const { id, submission, content, createdAt, editedAt } = comment
  return (
    <li className="comment">
      <p className="text-sm text-soft">
        On{' '}
        <Link className="link name" to={`${boycottPath(submission.id)}#comment-${id}`}>
          {submission.targetName}
        </Link>{' '}
        · <RelativeTime at={createdAt} />
        {editedAt !== null && ' · edited'}
      </p>
      <Markdown text={content} />
    </li>
  )
}
