import { check } from 'k6'
import { Counter } from 'k6/metrics'
import { call, callTogether, type Person } from './call.ts'
import { submissionIn } from './content.ts'

const votesPerMinute = 30
const votesPerDay = 300

/** The number of members who can cast this many votes within the limits. */
export const membersFor = (votes: { perSecond: number; seconds: number }): number =>
  Math.ceil(
    Math.max(
      (votes.perSecond * 60) / (votesPerMinute - 3),
      (votes.perSecond * votes.seconds) / (votesPerDay - 10),
    ) + 1,
  )

const castVotes = new Counter('votes_cast')
/** Votes whose response differs from the vote sent. */
const wrongVotes = new Counter('votes_wrong')
/** Votes that are missing after the run. */
const lostVotes = new Counter('votes_lost')

/** Casts a vote that changes the member's current one; returns false if it was not accepted. */
export const vote = (
  member: Person,
  { id, value, name }: { id: string; value: 1 | -1; name: string },
): boolean => {
  const response = call(member, {
    method: 'POST',
    path: `/api/boycotts/${id}/vote`,
    name,
    body: { value },
  })
  if (!check(response, { 'a vote is taken': ({ status }) => status === 200 })) return false
  castVotes.add(1)
  wrongVotes.add(submissionIn(response).userVote === value ? 0 : 1)
  return true
}

/** Reads the votes of members who have voted on a submission; each must be present. */
export const findVotes = (id: string, voters: readonly Person[]): void => {
  for (let at = 0; at < voters.length; at += 20) {
    const responses = callTogether(
      voters
        .slice(at, at + 20)
        .map((voter) => [voter, { method: 'GET', path: `/api/boycotts/${id}`, name: 'own vote' }]),
    )
    for (const response of responses)
      lostVotes.add(submissionIn(response).userVote === null ? 1 : 0)
  }
}
