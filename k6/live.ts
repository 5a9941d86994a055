import exec from 'k6/execution'
import type { Options } from 'k6/options'
import type { Person } from './traffic/call.ts'
import { submitOneEach } from './traffic/content.ts'
import { listen, witness } from './traffic/listening.ts'
import { signInMembers } from './traffic/members.ts'
import { rateOr, seconds, socketsOr } from './traffic/settings.ts'
import { reported } from './traffic/summary.ts'
import { membersFor, vote } from './traffic/voting.ts'

// Open pages count the updates that members' votes cause. RATE is the number of votes per second.

const votesPerSecond = rateOr(10)
const sockets = socketsOr(500)
const socketsPerListener = 25
const witnesses = 5
const openingSeconds = 5
/** Time for the last vote's update to arrive. */
const quietSeconds = 3

type Seed = { voters: Person[]; witnesses: Person[]; voted: string[]; witnessed: string[] }

export const options: Options = {
  scenarios: {
    listeners: {
      executor: 'per-vu-iterations',
      exec: 'holdSockets',
      vus: Math.ceil(sockets / socketsPerListener),
      iterations: 1,
      maxDuration: `${openingSeconds + seconds + quietSeconds + 30}s`,
    },
    voters: {
      executor: 'constant-arrival-rate',
      exec: 'castVotes',
      rate: votesPerSecond,
      timeUnit: '1s',
      startTime: `${openingSeconds}s`,
      duration: `${seconds}s`,
      preAllocatedVUs: votesPerSecond,
      maxVUs: votesPerSecond * 5,
    },
    witnesses: {
      executor: 'per-vu-iterations',
      exec: 'timeOwnVotes',
      vus: witnesses,
      iterations: 1,
      startTime: `${openingSeconds}s`,
      maxDuration: `${seconds + 30}s`,
    },
  },
  thresholds: {
    sockets_opened: [`count>=${sockets}`],
    sockets_lost: ['count==0'],
    sockets_behind: ['count==0'],
    updates: ['count>0'],
    updates_out_of_order: ['count==0'],
    update_delay: ['p(95)<750', 'p(99)<1500'],
    http_req_failed: ['rate<0.001'],
  },
  summaryTrendStats: ['count', 'med', 'p(95)', 'p(99)', 'max'],
  setupTimeout: '10m',
}

export const setup = (): Seed => {
  const voters = signInMembers(membersFor({ perSecond: votesPerSecond, seconds }))
  const seers = signInMembers(witnesses)
  return {
    voters,
    witnesses: seers,
    voted: submitOneEach(voters.slice(0, 3)),
    witnessed: submitOneEach(seers),
  }
}

export const holdSockets = ({ voted }: Seed): void =>
  listen({
    sockets: Math.min(
      socketsPerListener,
      sockets - exec.scenario.iterationInTest * socketsPerListener,
    ),
    seconds: openingSeconds + seconds + quietSeconds,
    openingSeconds,
    watched: voted,
  })

export const castVotes = ({ voters, voted }: Seed): void => {
  const at = exec.scenario.iterationInTest
  const turn = Math.floor(at / voters.length)
  const voter = voters[at % voters.length]
  const id = voted[turn % voted.length]
  if (voter === undefined || id === undefined) throw new Error('too few voters')
  vote(voter, { id, value: Math.floor(turn / voted.length) % 2 === 0 ? 1 : -1, name: 'vote' })
}

export const timeOwnVotes = (seed: Seed): void => {
  const at = exec.scenario.iterationInTest
  const [member, id] = [seed.witnesses[at], seed.witnessed[at]]
  if (member === undefined || id === undefined) throw new Error('too few witnesses')
  witness(member, { id, seconds })
}

export const handleSummary = reported('live')
