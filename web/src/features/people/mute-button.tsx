import { useQuery } from '@tanstack/react-query'
import VolumeOff from 'lucide-react/icons/volume-off'
import { mutesQuery } from '../../session/mutes.ts'
import { useMute } from './people.ts'

/** For signed-in members, on the page of another member. */
export const MuteButton = ({ username }: { username: string }) => {
  const { data: mutes } = useQuery(mutesQuery())
  const change = useMute(username)
  const isMuted = mutes?.some((one) => one.username === username) === true
  return (
    <div>
      <button
        type="button"
        className="button-secondary follow"
        aria-pressed={isMuted}
        disabled={mutes === undefined || change.isPending}
        onClick={() => change.mutate(!isMuted)}
      >
        <VolumeOff size={16} aria-hidden />
        {isMuted ? 'Muted' : 'Mute'} <span className="sr-only">{username}</span>
      </button>
      <p className="mt-2 text-sm text-soft" role="status">
        {isMuted &&
          'You see their comments collapsed, and get no notifications about their replies and mentions. They are not told.'}
      </p>
    </div>
  )
}
