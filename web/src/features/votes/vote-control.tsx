import type { Submission, VoteValue } from '@answerable/contracts/submissions'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { isSignedIn, sessionQueries } from '../../session/current-user.ts'
import { ChangingNumber } from '../../ui/changing-number.tsx'
import { useToast } from '../../ui/toast.tsx'
import { shownVote, voteAfterClick } from './vote-queue.ts'
import { useVotes } from './votes.tsx'

type VoteControlProps = {
  submission: Pick<Submission, 'id' | 'targetName' | 'score' | 'userVote' | 'version'>
}

export const VoteControl = ({ submission }: VoteControlProps) => {
  const votes = useVotes()
  const toast = useToast()
  const client = useQueryClient()
  const user = useQuery(sessionQueries.currentUser())
  const readEntry = () => votes.entry(submission.id)
  const entry = useSyncExternalStore(votes.subscribe, readEntry, readEntry)
  const { score, userVote } = shownVote(submission, entry)

  const click = async (arrow: VoteValue) => {
    if (!user.data && !(await isSignedIn(client))) {
      toast({
        title: 'Login required',
        description: 'You must be logged in to vote',
        variant: 'destructive',
      })
      return
    }
    const current = shownVote(submission, votes.entry(submission.id)).userVote
    votes.set(submission.id, voteAfterClick(current, arrow))
  }

  return (
    <fieldset
      className="vote"
      aria-label={`Vote on ${submission.targetName}`}
      data-tour="voting-buttons"
    >
      <Arrow direction="up" isPressed={userVote === 1} onClick={() => void click(1)} />
      <ChangingNumber value={score} label="Score" />
      <Arrow direction="down" isPressed={userVote === -1} onClick={() => void click(-1)} />
    </fieldset>
  )
}

type ArrowProps = { direction: 'up' | 'down'; isPressed: boolean; onClick: () => void }

const Arrow = ({ direction, isPressed, onClick }: ArrowProps) => (
  <button
    type="button"
    className="vote-arrow"
    data-direction={direction}
    data-key={direction === 'up' ? 'u' : 'd'}
    aria-pressed={isPressed}
    aria-label={direction === 'up' ? 'Upvote' : 'Downvote'}
    title={direction === 'up' ? 'Upvote' : 'Downvote'}
    onClick={onClick}
  >
    <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
      <path d={direction === 'up' ? 'M10 4 18 15H2Z' : 'M10 16 2 5h16Z'} />
    </svg>
  </button>
)
