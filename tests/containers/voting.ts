import { setTimeout as delay } from 'node:timers/promises'
import { readCurrentUser } from '@answerable/contracts/sign-in'
import { listSubmissions, type Submission } from '@answerable/contracts/submissions'
import type { CallResult, Client } from '../faults/client.ts'
import type { Recorder } from '../faults/samples.ts'
import { startSteadyLoad } from '../tools/steady-load.ts'
import type { Person } from './people.ts'

/** One member's vote on one submission. */
type Ballot = {
  acknowledged: 1 | -1 | null
  /** Sent without an acknowledgement, so possibly counted. Nothing more is sent for this vote. */
  doubtful: 1 | -1 | null
}

export type Voting = {
  readonly acknowledged: () => number
  readonly stop: () => Promise<void>
  /** Starts again after a stop. */
  readonly resume: () => void
  /** Stored votes that differ from the acknowledged ones. Call it only when no request is in flight. */
  readonly wrongs: () => Promise<string[]>
}

type Options = {
  client: Client
  recorder: Recorder
  people: readonly Person[]
  submissionIds: readonly string[]
  /** Votes per second. */
  rate: number
}

const tickMilliseconds = 10
const readsPerSecond = 10

/** The number of members who can vote at this rate for this long within the limits per minute and per day. */
export const peopleFor = ({ rate, seconds }: { rate: number; seconds: number }): number =>
  Math.ceil(Math.max((rate * 60) / 25, (rate * seconds) / 280))

/** A steady stream of votes, each of which changes something, and of concurrent reads. */
export const startVoting = (options: Options): Voting => {
  const { client, recorder, people, submissionIds, rate } = options
  const ballots = new Map<string, Ballot>()
  let acknowledged = 0
  let votes = 0
  let reads = 0

  const vote = async (): Promise<void> => {
    const at = votes
    votes += 1
    const round = Math.floor(at / people.length)
    const person = people[at % people.length]
    const id = submissionIds[(round + at) % submissionIds.length]
    if (person === undefined || id === undefined) throw new Error('nobody votes')
    const ballot = ballotOf(person, id)
    if (ballot.doubtful !== null) return
    const value = ballot.acknowledged === 1 ? -1 : 1
    ballot.doubtful = value
    const end = recorder.begin('writes')
    const path = `/api/boycotts/${id}/vote`
    const response = await client.send({ ...person, method: 'POST', path, body: { value } })
    end(response.status === 200, outcomeOf(response))
    if (response.status !== 200) return
    acknowledged += 1
    ballot.acknowledged = value
    ballot.doubtful = null
  }

  const ballotOf = (person: Person, id: string): Ballot => {
    const key = `${person.cookie} ${id}`
    const ballot = ballots.get(key) ?? { acknowledged: null, doubtful: null }
    ballots.set(key, ballot)
    return ballot
  }

  const read = async (): Promise<void> => {
    reads += 1
    const end = recorder.begin('feed')
    const address = `2001:db8:ffff:${(reads % 5_000).toString(16)}::1`
    const response = await client.send({ method: 'GET', path: listSubmissions.path, address })
    end(response.status === 200, outcomeOf(response))
  }

  const startLoad = () =>
    startSteadyLoad(
      [
        { perSecond: rate, begin: vote },
        { perSecond: readsPerSecond, begin: read },
      ],
      tickMilliseconds,
    )
  let load = startLoad()

  const wrongs = async (): Promise<string[]> => {
    const found: string[] = []
    for (const person of people) {
      await mustBeKnown(client, person)
      for (const { id, userVote } of await submissionsSeenBy(client, person)) {
        if (!submissionIds.includes(id)) continue
        const { acknowledged, doubtful } = ballotOf(person, id)
        const isRight = userVote === acknowledged || (doubtful !== null && userVote === doubtful)
        if (!isRight) found.push(`a vote on ${id} is ${userVote}, acknowledged ${acknowledged}`)
      }
    }
    return found
  }

  return {
    acknowledged: () => acknowledged,
    stop: () => load.stop(),
    resume: () => {
      load = startLoad()
    },
    wrongs,
  }
}

/** A refusal must say when to try again. */
const outcomeOf = ({ status, headers, error }: CallResult): string => {
  if (error !== null) return error
  const isVague = status === 503 && headers['retry-after'] === undefined
  return isVague ? '503 without Retry-After' : String(status)
}

const timeoutMilliseconds = 30_000

/** While auth cannot resolve sessions, members read as visitors, who have no votes. */
const mustBeKnown = async (client: Client, person: Person): Promise<void> => {
  const deadline = performance.now() + timeoutMilliseconds
  while (
    (await client.send({ ...person, method: 'GET', path: readCurrentUser.path })).status !== 200
  ) {
    if (performance.now() > deadline) throw new Error('a member is not known any more')
    await delay(500)
  }
}

const submissionsSeenBy = async (client: Client, person: Person): Promise<Submission[]> => {
  const path = `${listSubmissions.path}?sort=new&limit=50`
  const response = await client.send({ ...person, method: 'GET', path })
  if (response.status !== 200) throw new Error(`the feed responded with ${response.status}`)
  return JSON.parse(response.text) as Submission[]
}
