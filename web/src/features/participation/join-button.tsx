import type { Submission } from '@answerable/contracts/submissions'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import Check from 'lucide-react/icons/check'
import HeartHandshake from 'lucide-react/icons/heart-handshake'
import { useSyncExternalStore } from 'react'
import { useOnline } from '../../platform/online.ts'
import { isSignedIn, sessionQueries } from '../../session/current-user.ts'
import { useSignIn } from '../../session/sign-in-context.ts'
import { ChangingNumber } from '../../ui/changing-number.tsx'
import { shownJoin, useJoins } from './joins.tsx'

type JoinButtonProps = {
  submission: Pick<
    Submission,
    'id' | 'targetName' | 'participantCount' | 'ownParticipation' | 'version'
  >
}

/** Joins a boycott or leaves it, with the number of people who take part. Visitors sign in first. */
export const JoinButton = ({ submission }: JoinButtonProps) => {
  const { id, targetName } = submission
  const joins = useJoins()
  const client = useQueryClient()
  const user = useQuery(sessionQueries.currentUser())
  const { requestSignIn } = useSignIn()
  const readEntry = () => joins.entry(id)
  const entry = useSyncExternalStore(joins.subscribe, readEntry, readEntry)
  const { participantCount, ownParticipation } = shownJoin(submission, entry)
  const press = async () => {
    if (user.data || (await isSignedIn(client)))
      joins.set(id, !shownJoin(submission, joins.entry(id)).ownParticipation)
    else if (await requestSignIn()) joins.set(id, true)
  }
  const waits = !useOnline() && joins.isPending(id)
  const Icon = ownParticipation ? Check : HeartHandshake
  return (
    <div className="join">
      <button
        type="button"
        className={ownParticipation ? 'button-secondary' : 'button-primary'}
        aria-pressed={ownParticipation}
        title={
          ownParticipation
            ? `Leave the boycott of ${targetName}`
            : `Take part in the boycott of ${targetName}`
        }
        onClick={() => void press()}
      >
        <Icon size={16} aria-hidden />
        {ownParticipation ? 'Joined' : 'Join boycott'} <span className="sr-only">{targetName}</span>
      </button>
      {participantCount > 0 && (
        <span className="join-number">
          <ChangingNumber value={participantCount} label="Taking part:" />
          <span aria-hidden="true">
            {participantCount === 1 ? ' person takes part' : ' people take part'}
          </span>
        </span>
      )}
      {waits && (
        <p className="join-waits" role="status">
          You are offline. Keep this page open: you {ownParticipation ? 'join' : 'leave'} as soon as
          you are back online.
        </p>
      )}
    </div>
  )
}
