import { check } from 'k6'
import { Counter } from 'k6/metrics'
import { call, callTogether, type Person } from './call.ts'
import { submissionIn } from './content.ts'

const votesPerMinute = 30
const votesPerDay = 300

/** How many members can cast so many votes without meeting the limits. */
export const membersFor = (votes: { perSecond: number; seconds: number }): number =>
  Math.ceil(
    Math.max(
      (votes.perSecond * 60) / (votesPerMinute - 3),
      (votes.perSecond * votes.seconds) / (votesPerDay - 10),
    ) + 1,
  )

const castVotes = new Counter('votes_cast')
/** Votes whose answer says otherwise than what was sent. */
const wrongVotes = new Counter('votes_wrong')
/** Votes that are not there when the run is over. */
const lostVotes = new Counter('votes_lost')

/** A member's vote that changes something; answers false where it was not taken. */
export const vote = (
  member: Person,
  { id, value, name }: { id: string; value: 1 | -1; name: string },
): boolean => {
  const answer = call(member, {
    method: 'POST',
    path: `/api/boycotts/${id}/vote`,
    name,
    body: { value },
  })
  if (!check(answer, { 'a vote is taken': ({ status }) => status === 200 })) return false
  castVotes.add(1)
  wrongVotes.add(submissionIn(answer).userVote === value ? 0 : 1)
  return true
}

/** Asks members who have voted on a submission for their vote, which must be there. */
export const findVotes = (id: string, voters: readonly Person[]): void => {
  for (let at = 0; at < voters.length; at += 20) {
    const answers = callTogether(
      voters
        .slice(at, at + 20)
        .map((voter) => [voter, { method: 'GET', path: `/api/boycotts/${id}`, name: 'own vote' }]),
    )
    for (const answer of answers) lostVotes.add(submissionIn(answer).userVote === null ? 1 : 0)
  }
}
