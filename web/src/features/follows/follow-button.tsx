import { useQuery, useQueryClient } from '@tanstack/react-query'
import Bell from 'lucide-react/icons/bell'
import BellRing from 'lucide-react/icons/bell-ring'
import { isSignedIn, sessionQueries } from '../../session/current-user.ts'
import { useSignIn } from '../../session/sign-in-context.ts'
import { followQueries, type Thing, useFollow } from './follows.ts'

type FollowButtonProps = {
  thing: Thing
  /** Read after 'Follow', for example the name of the business. */
  name: string
  className: 'button-secondary' | 'quiet-link'
}

/** Follows a thing or stops following it. Visitors sign in first. */
export const FollowButton = ({ thing, name, className }: FollowButtonProps) => {
  const client = useQueryClient()
  const user = useQuery(sessionQueries.currentUser())
  const isMember = Boolean(user.data)
  const { data } = useQuery({ ...followQueries.one(thing), enabled: isMember })
  const { requestSignIn } = useSignIn()
  const follow = useFollow(thing)
  const isFollowing = isMember && data === true
  const Icon = isFollowing ? BellRing : Bell
  const press = async () => {
    if (isMember || (await isSignedIn(client)) || (await requestSignIn()))
      follow.mutate(!isFollowing)
  }
  return (
    <button
      type="button"
      className={`${className} follow`}
      aria-pressed={isFollowing}
      title={isFollowing ? `Stop following ${name}` : `Be notified about ${name}`}
      onClick={() => void press()}
    >
      <Icon size={className === 'quiet-link' ? 14 : 16} aria-hidden />
      <span className="action-word">{isFollowing ? 'Following' : 'Follow'}</span>{' '}
      <span className="sr-only">{name}</span>
    </button>
  )
}
