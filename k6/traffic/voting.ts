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
/** Submissions whose score is not the sum of their votes. */
const wrongScores = new Counter('scores_wrong')

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

/** Asks every member for their vote on a submission and counts it as wrong when its score is another sum. */
export const compareScore = (id: string, voters: readonly Person[]): void => {
  let sum = 0
  let score: number | null = null
  for (let at = 0; at < voters.length; at += 20) {
    const answers = callTogether(
      voters
        .slice(at, at + 20)
        .map((voter) => [voter, { method: 'GET', path: `/api/boycotts/${id}`, name: 'own vote' }]),
    )
    for (const answer of answers) {
      const submission = submissionIn(answer)
      sum += submission.userVote ?? 0
      score = submission.score
    }
  }
  const isWrong = score !== sum
  if (isWrong) console.error(`${id} has score ${score}, its votes make ${sum}`)
  wrongScores.add(isWrong ? 1 : 0)
}
