import { pages, personPath } from '@answerable/contracts/pages'
import type { Person } from '@answerable/contracts/people'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearchParams } from 'react-router-dom'
import { isMissing } from '../../api/api-error.ts'
import { MuteButton } from '../../features/people/mute-button.tsx'
import { personQueries } from '../../features/people/people.ts'
import { PageTitle, titled } from '../../layout/page-title.tsx'
import { sessionQueries } from '../../session/current-user.ts'
import { FetchError } from '../../ui/fetch-error.tsx'
import { plain } from '../../ui/figures.ts'
import { readPage } from '../../ui/paging.ts'
import { SlowNotice } from '../../ui/slow-notice.tsx'
import { Comments, Submissions } from './person-lists.tsx'

export const PersonPage = () => {
  const { username = '' } = useParams()
  const { data, error, isFetching, refetch } = useQuery(personQueries.detail(username))
  if (error !== null && isMissing(error)) return <PersonNotFound />
  if (data === undefined && error !== null) {
    return <FetchError error={error} isTrying={isFetching} onTryAgain={refetch} />
  }
  return data === undefined ? <PersonSkeleton /> : <Profile person={data} key={data.username} />
}

const joined = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' })

const Profile = ({ person }: { person: Person }) => {
  const { username, memberSince, submissionCount, commentCount } = person
  const [search] = useSearchParams()
  const page = readPage(search.get('page'))
  const tab = search.get('tab') === 'comments' ? 'comments' : 'boycotts'
  const path = personPath(username)
  return (
    <>
      <PageTitle
        title={titled(username)}
        description={`Boycotts and comments by ${username} on Answerable.`}
      >
        {username}
      </PageTitle>
      {memberSince !== null && (
        <p className="place">Member since {joined.format(new Date(memberSince))}</p>
      )}
      <PersonAction username={username} />
      <div className="toolbar">
        <nav aria-label="Lists" className="tabs">
          <Link className="tab" to={path} aria-current={tab === 'boycotts' ? 'true' : undefined}>
            Boycotts <span className="tab-count figure">{plain(submissionCount)}</span>
          </Link>
          <Link
            className="tab"
            to={`${path}?tab=comments`}
            aria-current={tab === 'comments' ? 'true' : undefined}
          >
            Comments <span className="tab-count figure">{plain(commentCount)}</span>
          </Link>
        </nav>
      </div>
      {tab === 'boycotts' ? (
        <Submissions username={username} page={page} />
      ) : (
        <Comments username={username} page={page} />
      )}
    </>
  )
}

const PersonAction = ({ username }: { username: string }) => {
  const { data: user } = useQuery(sessionQueries.currentUser())
  if (!user) return null
  return (
    <div className="business-actions">
      {user.username === username ? (
        <Link to={pages.settings} className="button-secondary">
          Settings
        </Link>
      ) : (
        <MuteButton username={username} />
      )}
    </div>
  )
}

const PersonNotFound = () => (
  <div className="page-narrow">
    <PageTitle title={titled('Member Not Found')}>Member Not Found</PageTitle>
    <p className="mt-3 text-pretty">
      Nobody has this username. It may have been changed, or the account deleted.
    </p>
    <Link to={pages.home} className="button-secondary mt-6">
      Back to Home
    </Link>
  </div>
)

const PersonSkeleton = () => (
  <div aria-busy="true">
    <span className="sr-only">Loading the member</span>
    <SlowNotice />
    <div className="bone h-10 w-1/2" aria-hidden="true" />
    <div className="bone mt-4 h-4 w-1/3" aria-hidden="true" />
  </div>
)
