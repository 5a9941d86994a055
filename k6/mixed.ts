import exec from 'k6/execution'
import type { Options, Scenario } from 'k6/options'
import { call, type Person } from './traffic/call.ts'
import { commentOn, fillFeed, proposal, submitOneEach } from './traffic/content.ts'
import { listen } from './traffic/listening.ts'
import { signInMembers, signInOne } from './traffic/members.ts'
import { visit } from './traffic/reading.ts'
import { rateOr, seconds, socketsOr } from './traffic/settings.ts'
import { reported } from './traffic/summary.ts'
import { membersFor, vote } from './traffic/voting.ts'

// A short day: most people read, some vote, few write, and new members keep signing in. RATE is the number
// of visits per second at the peak.

const visitsPerSecond = rateOr(10)
const votesPerSecond = visitsPerSecond / 2
const sockets = socketsOr(100)
const socketsPerListener = 25

const submissionsPerSecond = visitsPerSecond / 50
/** Enough for one submission every 20 seconds with at most eight per member and hour. */
const authorsNeeded = Math.ceil(submissionsPerSecond * Math.max(20, seconds / 8)) + 1

type Seed = { members: Person[]; authors: Person[]; ids: string[] }

/** From a quiet night through the peak of the day into the evening; rates are per second. */
const day = (exec: string, rate: number): Scenario => ({
  executor: 'ramping-arrival-rate',
  exec,
  timeUnit: '1m',
  startRate: Math.ceil(rate * 6),
  stages: [
    { target: Math.ceil(rate * 60), duration: `${Math.ceil(seconds * 0.4)}s` },
    { target: Math.ceil(rate * 60), duration: `${Math.ceil(seconds * 0.3)}s` },
    { target: Math.ceil(rate * 12), duration: `${Math.ceil(seconds * 0.3)}s` },
  ],
  preAllocatedVUs: Math.ceil(rate * 4),
  maxVUs: Math.ceil(rate * 10) + 2,
})

export const options: Options = {
  scenarios: {
    reading: day('read', visitsPerSecond),
    voting: day('castVote', votesPerSecond),
    commenting: day('comment', visitsPerSecond / 20),
    submitting: day('submit', submissionsPerSecond),
    signingIn: day('signIn', visitsPerSecond / 20),
    watching: {
      executor: 'per-vu-iterations',
      exec: 'watch',
      vus: Math.ceil(sockets / socketsPerListener),
      iterations: 1,
      maxDuration: `${seconds + 30}s`,
    },
  },
  thresholds: {
    'http_req_duration{name:page}': ['p(95)<200', 'p(99)<1000'],
    'http_req_duration{name:feed}': ['p(95)<200', 'p(99)<1000'],
    'http_req_duration{name:feed again}': ['p(95)<200', 'p(99)<1000'],
    'http_req_duration{name:submission}': ['p(95)<200', 'p(99)<1000'],
    'http_req_duration{name:comments}': ['p(95)<200', 'p(99)<1000'],
    'http_req_duration{name:vote}': ['p(95)<300', 'p(99)<1000'],
    'http_req_duration{name:comment}': ['p(95)<300', 'p(99)<1000'],
    'http_req_duration{name:submit}': ['p(95)<300', 'p(99)<1000'],
    'http_req_duration{name:verify code}': ['p(95)<300', 'p(99)<1000'],
    http_req_failed: ['rate<0.001'],
    dropped_iterations: [`count<${Math.ceil(visitsPerSecond * seconds * 0.01)}`],
    votes_wrong: ['count==0'],
    sockets_lost: ['count==0'],
    updates: ['count>0'],
  },
  summaryTrendStats: ['count', 'med', 'p(95)', 'p(99)', 'max'],
  setupTimeout: '10m',
}

export const setup = (): Seed => {
  fillFeed()
  const members = signInMembers(membersFor({ perSecond: votesPerSecond, seconds }))
  const ids = submitOneEach(members.slice(0, 20))
  return { members, authors: signInMembers(authorsNeeded), ids }
}

const nextOf = <Item>(items: readonly Item[], at: number): Item => {
  const item = items[at % items.length]
  if (item === undefined) throw new Error('nothing is prepared')
  return item
}

export const read = (): void => visit()

export const castVote = ({ members, ids }: Seed): void => {
  const at = exec.scenario.iterationInTest
  const turn = Math.floor(at / members.length)
  // Most votes go to few submissions.
  const id = nextOf(ids, at % 3 === 0 ? at : 0)
  vote(nextOf(members, at), { id, value: turn % 2 === 0 ? 1 : -1, name: 'vote' })
}

export const comment = ({ members, ids }: Seed): void => {
  const at = exec.scenario.iterationInTest
  call(nextOf(members, at), commentOn(nextOf(ids, at)))
}

export const submit = ({ authors }: Seed): void => {
  const at = exec.scenario.iterationInTest
  call(nextOf(authors, at), {
    method: 'POST',
    path: '/api/boycotts',
    name: 'submit',
    body: proposal(at),
  })
}

export const signIn = signInOne

export const watch = (): void =>
  listen({
    sockets: Math.min(
      socketsPerListener,
      sockets - exec.scenario.iterationInTest * socketsPerListener,
    ),
    seconds,
    openingSeconds: Math.min(5, seconds / 4),
    watched: [],
  })

export const handleSummary = reported('mixed')
