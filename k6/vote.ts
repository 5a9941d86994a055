import exec from 'k6/execution'
import type { Options, Scenario } from 'k6/options'
import type { Person } from './traffic/call.ts'
import { submitOneEach } from './traffic/content.ts'
import { signInMembers } from './traffic/members.ts'
import { rateOr, seconds } from './traffic/settings.ts'
import { reported } from './traffic/summary.ts'
import { findVotes, membersFor, vote } from './traffic/voting.ts'

// Many members vote: half of the votes go to one submission, half to many.

const votesPerSecond = rateOr(40)
const spreadOver = 50

type Seed = { members: Person[]; hot: string; spread: string[] }

const scenario = (exec: string): Scenario => ({
  executor: 'constant-arrival-rate',
  exec,
  rate: Math.ceil(votesPerSecond / 2),
  timeUnit: '1s',
  duration: `${seconds}s`,
  preAllocatedVUs: Math.ceil(votesPerSecond / 2),
  maxVUs: Math.ceil(votesPerSecond * 5),
})

export const options: Options = {
  scenarios: { hot: scenario('voteOnOne'), spread: scenario('voteOnMany') },
  thresholds: {
    'http_req_duration{name:vote on one}': ['p(95)<300', 'p(99)<1000'],
    'http_req_duration{name:vote on many}': ['p(95)<300', 'p(99)<1000'],
    http_req_failed: ['rate<0.001'],
    votes_cast: [`count>${Math.floor(votesPerSecond * seconds * 0.95)}`],
    votes_wrong: ['count==0'],
    votes_lost: ['count==0'],
  },
  summaryTrendStats: ['count', 'med', 'p(95)', 'p(99)', 'max'],
  setupTimeout: '10m',
  teardownTimeout: '2m',
}

export const setup = (): Seed => {
  const members = signInMembers(membersFor({ perSecond: votesPerSecond, seconds }))
  const [hot = '', ...spread] = submitOneEach(members.slice(0, spreadOver + 1))
  return { members, hot, spread }
}

/** The two halves of the votes have separate members, so that none exceeds a limit. */
const membersOf = ({ members }: Seed, half: 0 | 1): Person[] =>
  members.filter((_, at) => at % 2 === half)

const voterOf = (seed: Seed, half: 0 | 1): { member: Person; turn: number } => {
  const own = membersOf(seed, half)
  const at = exec.scenario.iterationInTest
  const member = own[at % own.length]
  if (member === undefined) throw new Error('too few members')
  return { member, turn: Math.floor(at / own.length) }
}

/** The opposite of the member's last vote. */
const valueIn = (turn: number): 1 | -1 => (turn % 2 === 0 ? 1 : -1)

export const voteOnOne = (seed: Seed): void => {
  const { member, turn } = voterOf(seed, 0)
  vote(member, { id: seed.hot, value: valueIn(turn), name: 'vote on one' })
}

export const voteOnMany = (seed: Seed): void => {
  const { member, turn } = voterOf(seed, 1)
  const id = seed.spread[exec.scenario.iterationInTest % seed.spread.length] ?? ''
  vote(member, { id, value: valueIn(turn), name: 'vote on many' })
}

export const teardown = (seed: Seed): void => {
  const surely = Math.floor((votesPerSecond / 2) * seconds * 0.9)
  findVotes(seed.hot, membersOf(seed, 0).slice(0, surely))
}

export const handleSummary = reported('vote')
