import type { Submission, VoteValue } from '@answerable/contracts/submissions'
import { type ChoiceQueue, type Entry, unconfirmed } from '../submissions/choice-queue.ts'

/** The vote to send; null withdraws the vote. */
export type PendingVote = VoteValue | null

export type VoteQueue = ChoiceQueue<PendingVote>

type Shown = { score: number; userVote: PendingVote }

/** Score and vote to show: the server's figures plus a vote that is not confirmed yet. */
export const shownVote = (
  submission: Pick<Submission, 'score' | 'userVote' | 'version'>,
  entry: Entry<PendingVote> | undefined,
): Shown => {
  const pending = unconfirmed(submission, entry)
  if (pending === undefined) return { score: submission.score, userVote: submission.userVote }
  return {
    score: submission.score - (submission.userVote ?? 0) + (pending.choice ?? 0),
    userVote: pending.choice,
  }
}

/** Clicking the active arrow withdraws the vote. */
export const voteAfterClick = (current: PendingVote, arrow: VoteValue): PendingVote =>
  current === arrow ? null : arrow
